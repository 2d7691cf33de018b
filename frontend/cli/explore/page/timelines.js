// Timelines of the page of a run: of all launches, and of one kernel.
const Timelines = (() => {
  const { colour, make, percent, shortName, whole } = Page;
  const UNIT_COLOURS = ["#3b82c4", "#7a5cc7", "#d1495b", "#2f9e6e", "#c78a1e", "#6c757d", "#1d9bb0", "#b04a93"];

  // A canvas that is drawn from the level that has about one bin per pixel, or from events

  // `stops`, in order of time, are what the keyboard goes to: `from` and `to` as parts of the whole time, what is said of them, and what Enter opens.
  function zoomable(height, draw, describe, stops) {
    const canvas = make("canvas", { tabindex: 0, height, role: "img",
      "aria-label": "timeline: drag or left and right arrows move, wheel or + and - zoom, 0 shows all, down and up arrows go from item to item, Enter opens one" });
    canvas.style.height = `${height}px`;
    const tip = make("p", { class: "note", "aria-live": "polite" }, "\u00a0");
    const view = { from: 0, to: 1 };
    let chosen = null;
    function paint() {
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.round(height * ratio);
      const context = canvas.getContext("2d");
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, canvas.clientWidth, height);
      draw(context, canvas.clientWidth, view);
      if (chosen) {
        const [from, to] = [chosen.from, chosen.to].map((place) => LEFT + Math.min(1, Math.max(0, (place - view.from) / (view.to - view.from))) * (canvas.clientWidth - LEFT));
        context.strokeStyle = colour("--text");
        context.strokeRect(from, TOP - 3, Math.max(1, to - from), height - TOP + 2);
      }
      canvas.dataset.from = view.from;
      canvas.dataset.to = view.to;
    }
    function set(from, to) {
      const span = Math.min(1, Math.max(to - from, 1e-7));
      view.from = Math.min(Math.max(0, from), 1 - span);
      view.to = view.from + span;
      paint();
    }
    const at = (event) => view.from + (view.to - view.from) * (event.offsetX - LEFT) / Math.max(1, canvas.clientWidth - LEFT);
    const zoom = (factor, centre) => set(centre - (centre - view.from) * factor, centre + (view.to - centre) * factor);
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event)); }, { passive: false });
    let dragged = null;
    canvas.addEventListener("pointerdown", (event) => { dragged = at(event); canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointerup", () => { dragged = null; });
    canvas.addEventListener("pointermove", (event) => {
      if (dragged !== null) { const by = dragged - at(event); set(view.from + by, view.to + by); }
      tip.textContent = describe(Math.min(1, Math.max(0, at(event))), event.offsetY) || "\u00a0";
    });
    // The item after or before the chosen one, else the first or the last in view.
    function go(step) {
      const place = chosen ? stops.indexOf(chosen) + step
        : step > 0 ? stops.findIndex((stop) => stop.to > view.from) : stops.findLastIndex((stop) => stop.from < view.to);
      if (!stops[place]) return;
      chosen = stops[place];
      tip.textContent = chosen.said();
      const span = view.to - view.from;
      if (chosen.from < view.from || chosen.to > view.to) set((chosen.from + chosen.to - span) / 2, (chosen.from + chosen.to + span) / 2);
      else paint();
    }
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const span = view.to - view.from, middle = chosen && chosen.from < view.to && chosen.to > view.from ? (chosen.from + chosen.to) / 2 : (view.from + view.to) / 2;
      const acts = { ArrowLeft: () => set(view.from - span / 8, view.to - span / 8), ArrowRight: () => set(view.from + span / 8, view.to + span / 8),
        "+": () => zoom(0.7, middle), "=": () => zoom(0.7, middle), "-": () => zoom(1.4, middle), 0: () => set(0, 1),
        ArrowDown: () => go(1), ArrowUp: () => go(-1), Enter: () => chosen && chosen.open && chosen.open() };
      if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
    });
    new ResizeObserver(paint).observe(canvas);
    const buttons = make("div", { class: "controls" },
      make("button", { type: "button", id: "zoom-in", onclick: () => zoom(0.5, (view.from + view.to) / 2) }, "zoom in"),
      make("button", { type: "button", onclick: () => zoom(2, (view.from + view.to) / 2) }, "zoom out"),
      make("button", { type: "button", onclick: () => set(0, 1) }, "show all"));
    return { element: make("div", {}, buttons, canvas, tip), paint, set };
  }

  const LEFT = 92, ROW = 30, TOP = 26;

  function ruler(context, width, view, end, unit) {
    context.fillStyle = colour("--faint");
    context.font = "11px system-ui, sans-serif";
    const span = (view.to - view.from) * end, step = 10 ** Math.floor(Math.log10(span / 4 || 1));
    const every = span / step > 20 ? 5 * step : span / step > 8 ? 2 * step : step;
    const digits = Math.max(0, -Math.floor(Math.log10(every)));
    const shown = (time) => `${Number(time.toFixed(digits)).toLocaleString("en", { minimumFractionDigits: digits })} ${unit}`;
    for (let time = Math.ceil(view.from * end / every) * every; time <= view.to * end; time += every) {
      const x = LEFT + (time / end - view.from) / (view.to - view.from) * (width - LEFT);
      context.fillRect(x, 14, 1, 6);
      if (x + 3 + context.measureText(shown(time)).width <= width) context.fillText(shown(time), x + 3, 12);
    }
  }

  function runTimeline(line, show) {
    const levels = line.levels.map((level) => ({ bins: level.bins, data: Uint8Array.from(atob(level.data), (c) => c.charCodeAt(0)) }));
    const rows = ["kernels", ...line.rows];
    const height = TOP + rows.length * (ROW + 6);
    function draw(context, width, view) {
      ruler(context, width, view, line.end_us, "\u00b5s");
      const pixels = width - LEFT, span = view.to - view.from;
      const level = [...levels].reverse().find((each) => 2 * each.bins * span >= pixels) || levels[0];
      rows.forEach((name, row) => {
        const y = TOP + row * (ROW + 6);
        context.fillStyle = colour("--text");
        context.font = "12px system-ui, sans-serif";
        context.fillText(name, 6, y + 19);
        if (row === 0) {
          let drawn = -1;
          line.launches.forEach(([kernel, start, length], number) => {
            const x = LEFT + (start / line.end_us - view.from) / span * pixels, w = Math.max(1, length / line.end_us / span * pixels);
            if (x + w < LEFT || x > width || x + w <= drawn) return;
            const left = Math.max(LEFT, x), right = Math.min(width, x + w);
            drawn = Math.max(left + 1, right);
            context.fillStyle = number % 2 ? "#8aa4bf" : "#6d8aa8";
            context.fillRect(left, y, Math.max(1, right - left - 0.5), ROW);
            if (right - left > 60) {
              context.fillStyle = "#10151a";
              context.save(); context.beginPath(); context.rect(left, y, right - left - 4, ROW); context.clip();
              context.fillText(shortName(line.names[kernel]), left + 4, y + 19); context.restore();
            }
          });
          return;
        }
        context.fillStyle = UNIT_COLOURS[(row - 1) % UNIT_COLOURS.length];
        const first = Math.floor(view.from * level.bins), last = Math.min(level.bins, Math.ceil(view.to * level.bins));
        for (let bin = first; bin < last; ++bin) {
          const value = level.data[(row - 1) * level.bins + bin] / 255;
          if (!value) continue;
          const x = LEFT + (bin / level.bins - view.from) / span * pixels, w = pixels / span / level.bins;
          const left = Math.max(LEFT, x);
          context.fillRect(left, y + ROW * (1 - value), Math.max(0.6, x + w - left), ROW * value);
        }
      });
    }
    function at(place) {
      const time = place * line.end_us;
      return line.launches.find(([, start, length]) => start <= time && time < start + length);
    }
    // What each row shows, on average over a launch.
    function busy(start, length) {
      const { bins, data } = levels[0];
      const first = Math.min(bins - 1, Math.floor(start / line.end_us * bins)), last = Math.min(bins, Math.max(first + 1, Math.ceil((start + length) / line.end_us * bins)));
      return line.rows.map((name, row) => `${name} ${percent(data.subarray(row * bins + first, row * bins + last).reduce((sum, value) => sum + value, 0) / 255 / (last - first))}`).join(", ");
    }
    function describe(place, y) {
      const launch = at(place), row = Math.floor((y - TOP) / (ROW + 6)), finest = levels[0];
      const value = row > 0 && row < rows.length ? finest.data[(row - 1) * finest.bins + Math.min(finest.bins - 1, Math.floor(place * finest.bins))] / 255 : null;
      const used = value === null ? "" : rows[row].startsWith("DRAM") ? `, ${rows[row]} ${(value * line.peak_gbps).toFixed(1)} GB/s` : `, ${rows[row]} busy ${percent(value)}`;
      return `${(place * line.end_us).toFixed(3)} \u00b5s${launch ? ": " + line.names[launch[0]] : ""}${used}`;
    }
    const stops = line.launches.map(([kernel, start, length], number) => ({ from: start / line.end_us, to: (start + length) / line.end_us, open: () => show(line.names[kernel]),
      said: () => `${number + 1} of ${line.launches.length}: ${line.names[kernel]}, ${length.toFixed(3)} \u00b5s from ${start.toFixed(3)} \u00b5s on; ${busy(start, length)}` }));
    const made = zoomable(height, draw, describe, stops.sort((a, b) => a.from - b.from));
    made.element.querySelector("canvas").addEventListener("dblclick", (event) => {
      const canvas = event.target;
      const from = Number(canvas.dataset.from), to = Number(canvas.dataset.to);
      const launch = at(from + (to - from) * (event.offsetX - LEFT) / (canvas.clientWidth - LEFT));
      if (launch) show(line.names[launch[0]]);
    });
    return made.element;
  }

  function kernelTimeline(hot, units, chosen) {
    const cores = Math.max(0, ...hot.events.map((event) => event[0])) + 1;
    const rows = units.length * Math.min(cores, 4), height = TOP + rows * (ROW - 6);
    const place = (event) => (event[0] * units.length + event[1]);
    function draw(context, width, view) {
      ruler(context, width, view, hot.cycles, "cycles");
      const pixels = width - LEFT, span = view.to - view.from;
      for (let row = 0; row < rows; ++row) {
        context.fillStyle = colour("--text");
        context.font = "12px system-ui, sans-serif";
        context.fillText((cores > 1 ? `${Math.floor(row / units.length)}: ` : "") + units[row % units.length], 6, TOP + row * (ROW - 6) + 15);
      }
      for (const event of hot.events) {
        const row = place(event);
        if (row >= rows) continue;
        const [from, to] = [event[3] / hot.time_ps, event[4] / hot.time_ps];
        if (to < view.from || from > view.to) continue;
        const x = Math.max(LEFT, LEFT + (from - view.from) / span * pixels), end = Math.min(width, LEFT + (to - view.from) / span * pixels);
        const line = hot.operations[event[2]].line;
        context.globalAlpha = chosen() === null || chosen() === line ? 0.9 : 0.15;
        context.fillStyle = UNIT_COLOURS[event[1]];
        context.fillRect(x, TOP + row * (ROW - 6), Math.max(1, end - x - 0.4), ROW - 9);
      }
      context.globalAlpha = 1;
    }
    function describe(at, y) {
      const time = at * hot.time_ps, row = Math.floor((y - TOP) / (ROW - 6));
      const event = hot.events.find((each) => place(each) === row && each[3] <= time && time < each[4]);
      return event ? said(event) : "";
    }
    const said = (event) => `${hot.operations[event[2]].label}, line ${hot.operations[event[2]].line}: ` +
      `${whole((event[4] - event[3]) / hot.time_ps * hot.cycles)} cycles from cycle ${whole(event[3] / hot.time_ps * hot.cycles)} on`;
    const stops = hot.events.filter((event) => place(event) < rows).map((event) => ({ from: event[3] / hot.time_ps, to: event[4] / hot.time_ps, said: () => said(event) }));
    return zoomable(height, draw, describe, stops.sort((a, b) => a.from - b.from));
  }

  return { UNIT_COLOURS, ofKernel: kernelTimeline, ofRun: runTimeline };
})();
