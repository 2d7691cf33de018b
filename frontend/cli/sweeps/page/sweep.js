"use strict";
(() => {
  const { chart, colour, make, scaled, scatter, table, whole } = Page;

  // -- columns: what a point has by name, keys and metrics alike

  function columnsOf(data) {
    const keys = data.axes.map((axis, place) => ({ name: axis.key, isKey: true, values: axis.values, show: number, value: (p) => p.values[place] }));
    const metrics = data.metrics.map((metric, place) => ({ name: metric.title, metric: metric.name, sought: metric.sought, show: metric.name === "cycles" ? whole : number,
      value: (p) => (p.metrics[place] === null ? null : p.metrics[place] * metric.scale) }));
    return { keys, metrics, all: [...keys, ...metrics] };
  }

  const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 5 });
  const number = (value) => (value === null || value === undefined ? "-"
    : typeof value !== "number" ? String(value) : value && Math.abs(value) < 1e-3 ? value.toExponential(3) : digits.format(value));
  const describe = (data, columns, p) => [`point ${p.number}`, ...columns.all.filter((c) => c.value(p) !== null).map((c) => `${c.name}: ${c.show(c.value(p))}`),
    ...(p.limiter ? [`limited by ${p.limiter}`] : [])].join("<br>");

  function picker(label, id, names, chosen, change) {
    const select = make("select", { id, onchange: () => change(select.value) }, ...names.map((name) => make("option", { value: name }, name)));
    select.value = chosen;
    return make("label", {}, `${label} `, select);
  }

  // One choice for each key holds in all views: only points with that value are shown.
  function filters(data, columns, state, draw) {
    return columns.keys.map((column) => picker(column.name, `only-${column.name}`, ["all", ...column.values.map(String)], state.only[column.name] || "all", (value) => {
      state.only[column.name] = value === "all" ? undefined : value;
      draw();
    }));
  }
  const isShown = (columns, state) => (p) => columns.keys.every((c) => state.only[c.name] === undefined || String(c.value(p)) === state.only[c.name]);

  // -- a point, and the command that simulates it again

  // A command that is broken between its words, not within options.
  const code = (text, id) => make("code", { id }, ...text.split(" ").flatMap((word, place) => [place ? " " : "", make("span", { class: "word" }, word)]));

  function details(data, columns, p) {
    if (!p) return make("p", { class: "note" }, "A click on a point, or Enter after the arrow keys, shows it here, with the command that simulates it again.");
    const facts = make("dl", {});
    const add = (name, value) => facts.append(make("dt", {}, name), make("dd", {}, value));
    add("Point", `${p.number}${p.best ? ", one of the best" : ""}`);
    for (const column of columns.all) add(column.name, column.show(column.value(p)));
    add("State", p.note ? `${p.state}: ${p.note}` : p.state);
    const command = `${data.command} --point ${p.number}`;
    add("Again", code(command, "command"));
    add("Its machine", code(`${command} --machine point-${p.number}.yaml`));
    return make("div", { id: "details" }, make("h2", {}, `Point ${p.number}`), facts);
  }

  function workloadTable(data, p) {
    if (!p || !p.workloads.length) return "";
    return table([
      { name: "workload", text: true, value: (r) => r.title }, { name: "weight", value: (r) => r.weight }, { name: "cycles", value: (r) => r.result[0], show: whole },
      { name: "time us", value: (r) => r.result[1] / 1000, show: number }, { name: "limited by", text: true, value: (r) => r.result[2] },
      { name: "of the roofline bound", value: (r) => r.result[3], show: Page.percent }, { name: "DRAM", value: (r) => r.result[4], show: (v) => scaled(v, "B") },
      { name: "launches", value: (r) => r.result[5], show: whole }, { name: "energy uJ", value: (r) => (r.result[6] === null ? null : r.result[6] / 1e6), show: number },
    ], data.workloads.map((workload, place) => ({ ...workload, result: p.workloads[place] })), { sorted: 2 }).element;
  }

  // -- the Pareto plot

  // What no other point beats in two columns; both as small as can be.
  function lowest(points, x, y) {
    const front = [];
    for (const p of [...points].sort((a, b) => x.value(a) - x.value(b) || y.value(a) - y.value(b)))
      if (!front.length || y.value(p) < y.value(front[front.length - 1])) front.push(p);
    return front;
  }

  const MOST_COLOURS = 8;

  function pareto(data, columns, state) {
    const place = make("div"), side = make("div"), below = make("div");
    const find = (name) => columns.all.find((column) => column.name === name);
    const hues = ["limiter", ...columns.keys.map((column) => column.name)];
    // Many numbers are a scale of colours, few of them and words a colour each.
    const isScale = (points) => state.hue !== "limiter" && points.every((p) => typeof find(state.hue).value(p) === "number");
    function coloured(groups, points, marks) {
      if (groups.size > MOST_COLOURS && isScale(points)) return [{ ...marks("", points, { size: 8, color: points.map(find(state.hue).value), colorscale: "Viridis",
        line: { color: colour("--faint"), width: 1 }, colorbar: { title: { text: state.hue, side: "right" }, thickness: 12, outlinewidth: 0 } }), showlegend: false }];
      return [...groups].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })).map(([name, own]) => marks(state.hue === "limiter" ? `limited by ${name}` : `${state.hue} ${name}`, own, { size: 8, opacity: 0.8 }));
    }
    function draw() {
      const x = find(state.x), y = find(state.y);
      const points = data.points.filter((p) => p.state === "done" && x.value(p) !== null && y.value(p) !== null).filter(isShown(columns, state));
      const hue = state.hue === "limiter" ? (p) => p.limiter : (p) => String(find(state.hue).value(p));
      const groups = new Map();
      for (const p of points) groups.set(hue(p), [...(groups.get(hue(p)) || []), p]);
      const marks = (name, own, marker) => ({ type: "scatter", mode: "markers", name, x: own.map(x.value), y: own.map(y.value), customdata: own.map((p) => p.number),
        text: own.map((p) => describe(data, columns, p)), hovertemplate: "%{text}<extra></extra>", marker });
      const front = x.metric && y.metric ? lowest(points, x, y) : [];
      const best = points.filter((p) => p.best);
      const element = scatter([
        ...(front.length ? [{ type: "scatter", mode: "lines", name: "no point lies below", hoverinfo: "skip", x: front.map(x.value), y: front.map(y.value),
          line: { shape: "hv", color: colour("--faint"), dash: "dot", width: 1.5 } }] : []),
        ...coloured(groups, points, marks),
        marks("the best in all objectives", best, { size: 14, symbol: "circle-open", color: colour("--hot"), line: { width: 2 } }),
      ], { xaxis: { title: { text: x.name }, type: state.log && x.metric ? "log" : undefined }, yaxis: { title: { text: y.name }, type: state.log && y.metric ? "log" : undefined },
        // Above the plot as long as it is short; beside it Plotly gives it a scroll bar.
        legend: groups.size > MOST_COLOURS && !isScale(points) ? {} : { orientation: "h", y: 1.14 }, margin: { l: 80, r: 20, t: 50, b: 55 } }, 520, choose);
      place.replaceChildren(element);
    }
    function choose(chosen) {
      if (chosen !== undefined) state.point = data.points.find((p) => p.number === chosen);
      side.replaceChildren(details(data, columns, state.point));
      below.replaceChildren(workloadTable(data, state.point));
    }
    const set = (name) => (value) => { state[name] = value; draw(); };
    const log = make("input", { type: "checkbox", id: "log", onchange: () => set("log")(log.checked) });
    log.checked = state.log;
    draw();
    choose();
    const names = columns.all.map((column) => column.name);
    return [make("div", { class: "controls" }, picker("across", "x", names, state.x, set("x")), picker("up", "y", names, state.y, set("y")),
      picker("colour", "hue", hues, state.hue, set("hue")), make("label", {}, log, " logarithmic")),
    make("div", { class: "controls" }, ...filters(data, columns, state, draw)), make("div", { class: "beside" }, place, side), below];
  }

  // -- parallel coordinates

  const MOST_LINES = 1500;

  function parallel(data, columns, state) {
    const place = make("div"), note = make("p", { class: "note" });
    const shown = columns.all.filter((column) => column.isKey || column.sought || column.metric === "cycles" || column.metric === "area_mm2");
    function draw() {
      const all = data.points.filter((p) => p.state === "done").filter(isShown(columns, state));
      const step = Math.ceil(all.length / MOST_LINES) || 1;
      const points = all.filter((p, index) => p.best || index % step === 0);
      const scales = shown.map((column) => {
        if (column.isKey) return { at: (p) => (column.values.length > 1 ? column.values.findIndex((v) => v === column.value(p)) / (column.values.length - 1) : 0.5), ends: column.values.map((v, i) => [i / Math.max(1, column.values.length - 1), v]) };
        const values = all.map(column.value).filter((v) => v !== null);
        const [low, high] = [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
        const log = low > 0 && high / low > 20;
        const map = (v) => (high === low ? 0.5 : log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
        return { at: (p) => (column.value(p) === null ? null : map(column.value(p))), ends: [[0, column.show(low)], [1, column.show(high)]], log };
      });
      const lines = (name, own, line, opacity) => ({ type: "scatter", mode: "lines", name, line, opacity, connectgaps: false,
        x: own.flatMap(() => [...shown.map((_, place) => place), null]), y: own.flatMap((p) => [...scales.map((scale) => scale.at(p)), null]),
        text: own.flatMap((p) => [...shown.map(() => describe(data, columns, p)), ""]), hovertemplate: "%{text}<extra></extra>" });
      const ends = scales.flatMap((scale, index) => (scale.ends.length > 12 ? [scale.ends[0], scale.ends[scale.ends.length - 1]] : scale.ends).map(([y, text]) => ({ x: index, y, text: String(text),
        showarrow: false, xanchor: index === shown.length - 1 ? "right" : "left", xshift: index === shown.length - 1 ? -5 : 5, yshift: 8, bgcolor: colour("--page"), opacity: 0.85, font: { size: 11, color: colour("--text") } })));
      const axes = shown.map((_, index) => ({ type: "line", x0: index, x1: index, y0: 0, y1: 1, line: { color: colour("--faint"), width: 1 } }));
      const chosen = state.point && points.includes(state.point) ? [lines(`point ${state.point.number}`, [state.point], { color: colour("--text"), width: 3 }, 1)] : [];
      place.replaceChildren(chart([lines("other points", points.filter((p) => !p.best), { color: colour("--accent"), width: 1 }, 0.3),
        lines("the best", points.filter((p) => p.best), { color: colour("--hot"), width: 2 }, 0.95), ...chosen],
      { shapes: axes, annotations: ends, hovermode: "closest", legend: { orientation: "h", y: 1.14 }, margin: { l: 110, r: 70, t: 50, b: 60 },
        xaxis: { tickvals: shown.map((_, index) => index), ticktext: shown.map((column, index) => column.name + (scales[index].log ? " (log)" : "")), showgrid: false, zeroline: false },
        yaxis: { visible: false, range: [-0.04, 1.08] } }, 520));
      note.textContent = `A line is a point: its values on every axis. ${whole(points.length)} of ${whole(all.length)} points are drawn.`;
    }
    draw();
    return [make("div", { class: "controls" }, ...filters(data, columns, state, draw)), note, place];
  }

  // -- sensitivity

  function median(values) {
    const sorted = [...values].sort((a, b) => a - b), half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  function sensitivity(data, columns, state) {
    const place = make("div");
    if (!columns.keys.length) return [make("p", { class: "note" }, "No key of this sweep has more than one value.")];
    function draw() {
      const metric = columns.metrics.find((column) => column.name === state.metric);
      const parts = Object.entries(data.sensitivity[metric.metric]).sort((a, b) => a[1] - b[1]);
      const points = data.points.filter((p) => p.state === "done" && metric.value(p) !== null).filter(isShown(columns, state));
      const bars = chart([{ type: "bar", orientation: "h", x: parts.map((part) => 100 * part[1]), y: parts.map((part) => part[0]), marker: { color: colour("--accent") },
        hovertemplate: "%{y}: %{x:.1f}%<extra></extra>" }], { margin: { l: 240, r: 20, t: 10, b: 45 }, xaxis: { title: { text: "% of the variance between the key's values" }, range: [0, 100] } }, 90 + 28 * parts.length);
      const each = columns.keys.map((key) => {
        const values = key.values.filter((value) => points.some((p) => key.value(p) === value));
        const of = (value) => points.filter((p) => key.value(p) === value).map(metric.value);
        const all = values.map(of);
        const line = (name, y, dash) => ({ type: "scatter", mode: "lines+markers", name, x: values.map(String), y, line: { dash } });
        return [make("h2", {}, key.name), chart([line("least", all.map((v) => v.reduce((a, b) => Math.min(a, b), Infinity)), "solid"), line("median", all.map(median), "dash"), line("most", all.map((v) => v.reduce((a, b) => Math.max(a, b), -Infinity)), "dot")],
          { xaxis: { type: "category", title: { text: key.name } }, yaxis: { title: { text: metric.name }, rangemode: "tozero" }, legend: { orientation: "h", y: 1.2 } }, 300)];
      });
      place.replaceChildren(make("h2", {}, `What ${metric.name} depends on`), make("p", { class: "note" },
        "The part of the variance of its logarithm over all points with a result that lies between the values of a key (eta squared). What is missing to 100% is how keys act together."), bars, ...each.flat());
    }
    draw();
    return [make("div", { class: "controls" }, picker("of", "metric", columns.metrics.map((column) => column.name), state.metric, (value) => { state.metric = value; draw(); }),
      ...filters(data, columns, state, draw)), place];
  }

  // -- all points

  function pointTable(data, columns, state, open) {
    const place = make("div"), counted = make("span", { class: "note", id: "counted" });
    let current;
    const filter = make("input", { type: "search", placeholder: "state, limiter, error...", size: 26, "aria-label": "Filter", id: "filter", oninput: () => current.filter(filter.value) });
    function draw() {
      current = table([
        { name: "point", value: (p) => p.number, cell: (p) => make("button", { class: "link", type: "button", onclick: () => { state.point = p; open("pareto"); } }, String(p.number)) },
        { name: "best", value: (p) => Number(p.best), cell: (p) => (p.best ? "yes" : "") },
        { name: "state", text: true, value: (p) => p.state },
        ...columns.all.map((column) => ({ name: column.name, value: column.value, show: column.show })),
        { name: "limited by", text: true, value: (p) => p.limiter },
        { name: "note", text: true, rest: true, value: (p) => p.note },
      ], data.points.filter(isShown(columns, state)), { counted, sorted: 1 });
      current.filter(filter.value);
      place.replaceChildren(current.element);
    }
    draw();
    return [make("div", { class: "controls" }, filter, ...filters(data, columns, state, draw), counted), place];
  }

  // -- the page

  Page.begin((data, open) => {
    const columns = columnsOf(data);
    const sought = columns.metrics.filter((column) => column.sought);
    const second = sought[1] || columns.metrics.find((column) => column.metric === "area_mm2" && !column.sought) || columns.keys[0] || sought[0];
    const state = { x: second ? second.name : "", y: sought.length ? sought[0].name : "", hue: columns.keys.length ? columns.keys[0].name : "limiter", metric: sought.length ? sought[0].name : "", log: false, only: {},
      point: data.points.find((p) => p.best) };
    const states = Object.entries(data.states).map(([name, count]) => `${whole(count)} ${name}`).join(", ");
    const facts = () => {
      const list = make("dl", {});
      const add = (name, value) => list.append(make("dt", {}, name), make("dd", {}, value));
      add("Command", make("code", {}, data.command));
      add("Base machine", data.base);
      add("Points", states);
      for (const axis of data.axes) add(axis.key, axis.values.join(", "));
      for (const [key, text] of Object.entries(data.derive)) add(key, text);
      if (data.constraints.length) add("Constraints", data.constraints.join("; "));
      add("Workloads", data.workloads.map((each) => each.title + (each.weight === 1 ? "" : ` (weight ${each.weight})`)).join("; "));
      add("Sought", `${data.sought.join(", ")}: as small as can be`);
      return [list];
    };
    const isEmpty = !sought.length;
    const views = [...(isEmpty ? [] : [["pareto", "Pareto", () => pareto(data, columns, state)], ["parallel", "Parallel coordinates", () => parallel(data, columns, state)],
      ["sensitivity", "Sensitivity", () => sensitivity(data, columns, state)]]),
    ["points", "Points", () => pointTable(data, columns, state, open)], ["sweep", "Sweep", facts]];
    return { title: data.title, views, status: isEmpty ? "No point has a result." :
      data.left_out ? `${whole(data.left_out)} of the points are left out of this page; --table writes all.` : "" };
  });
})();
