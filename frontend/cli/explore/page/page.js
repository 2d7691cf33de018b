"use strict";
(() => {
  const { chart, colour, make, percent, scaled, scatter, shortName, table, whole } = Page;
  const { UNIT_COLOURS } = Timelines;

  const launches = (kernel) => `${whole(kernel.launches)} launch${kernel.launches === 1 ? "" : "es"}`;

  // The hash at the end, which distinguishes kernels, stays when a name is cut.
  function kernelName(name, title = name) {
    const shown = shortName(name);
    const hash = Math.max(0, shown.length - 8);
    return make("span", { class: "kernel-name", title }, make("span", { class: "name" }, shown.slice(0, hash)), shown.slice(hash));
  }

  // -- views

  function overview(data) {
    const facts = make("dl", {});
    for (const [name, value] of data.overview.facts) facts.append(make("dt", {}, name), make("dd", {}, value));
    const parts = Object.entries(data.overview.path).filter(([, cycles]) => cycles).sort((a, b) => a[1] - b[1]);
    const host = data.overview.host;
    return [
      ...data.overview.remarks.map((remark) => make("p", { class: "remark" }, remark)),
      facts,
      ...(parts.length ? [make("h2", {}, "What the cycles of the critical path were spent on"),
        chart([{ type: "bar", orientation: "h", x: parts.map((p) => p[1]), y: parts.map((p) => p[0]),
          marker: { color: colour("--accent") }, hovertemplate: "%{y}: %{x:,} cycles<extra></extra>" }],
        { margin: { l: 110, r: 20, t: 10, b: 40 }, xaxis: { title: { text: "cycles" } } }, 80 + 26 * parts.length)] : []),
      ...data.overview.incomplete.map((each) => make("p", { class: "remark" }, `${each.name} (${each.place}): ${each.reason}`)),
      ...(host.length ? [make("h2", {}, "On the host, without simulated time"), table([
        { name: "operator", text: true, value: (r) => r.name },
        { name: "calls", value: (r) => r.calls, show: whole },
        { name: "bytes", value: (r) => r.bytes, show: (v) => scaled(v, "B") }], host, { sorted: 2 }).element] : []),
    ];
  }

  function rowColumns(first, grouped) {
    return [
      first,
      ...(grouped === "module" ? [] : [{ name: "module", text: true, value: (r) => r.module || "" }]),
      { name: "cycles", value: (r) => r.cycles, show: whole },
      { name: "%", value: (r) => r.percent, show: (v) => (v === null ? "-" : v.toFixed(1)) },
      { name: "launches", value: (r) => r.launches, show: whole },
      { name: "reached", title: "of the roofline bound's speed", value: (r) => r.roofline_fraction, show: percent },
      { name: "bound", text: true, value: (r) => r.bound || "-" },
      { name: "limiter", text: true, value: (r) => r.limiter || "-" },
      { name: "FLOPs", title: "of the arrays: two per multiply-accumulate", value: (r) => r.flops, show: (v) => scaled(v) },
      { name: "vector ops", value: (r) => r.vector_operations, show: (v) => scaled(v) },
      { name: "DRAM", value: (r) => r.dram_bytes, show: (v) => scaled(v, "B") },
      { name: "ops/byte", value: (r) => r.operations_per_byte, show: (v) => (v === null ? "-" : v.toFixed(1)) },
    ];
  }

  function kernelTable(data, show) {
    const place = make("div");
    const counted = make("span", { class: "note", id: "counted" });
    let current;
    const filter = make("input", { type: "search", placeholder: "filter by name, module, operator...", size: 34,
      "aria-label": "Filter", id: "filter", oninput: () => current.filter(filter.value) });
    const group = make("select", { "aria-label": "Group by", id: "group", onchange: () => draw() },
      ...["kernel", "module", "operator", "phase", "source"].map((name) => make("option", { value: name }, name)));
    function draw() {
      const grouped = group.value;
      const link = { name: "kernel", text: true, value: (r) => r.name,
        cell: (r) => make("button", { class: "link", type: "button", title: r.name, onclick: () => show(r.name) }, kernelName(r.name)) };
      const columns = rowColumns(grouped === "kernel" ? link : { name: grouped, text: true, value: (r) => r.name }, grouped);
      if (grouped === "kernel") columns.push({ name: "operator", text: true, rest: true, value: (r) => r.operator || "" });
      columns.push({ name: "source", text: true, value: (r) => r.source || "" });
      current = table(columns, grouped === "kernel" ? data.kernels : data.groups[grouped],
        { counted, sorted: columns.findIndex((column) => column.name === "cycles") });
      current.filter(filter.value);
      place.replaceChildren(current.element);
    }
    draw();
    return [make("div", { class: "controls" }, filter, make("label", {}, "group by ", group), counted), place];
  }

  function roofline(data, show) {
    const operations = (k) => k.flops + k.vector_operations;
    const points = data.kernels.filter((k) => k.cycles && k.dram_bytes && operations(k));
    if (!points.length) return [make("p", { class: "note" }, "No kernel has both operations of arrays or vector units and DRAM traffic.")];
    const rate = (k) => operations(k) / k.time_ns, intensity = (k) => operations(k) / k.dram_bytes;
    const peaks = data.roofline;
    const xs = points.map(intensity);
    const low = Math.min(...xs, 0.1) / 2, high = Math.max(...xs, 100) * 2;
    const roof = (name, peak) => ({ type: "scatter", mode: "lines", name, hoverinfo: "name",
      x: [low, peak / peaks.memory_gbps, high], y: [low * peaks.memory_gbps, peak, peak] });
    const most = Math.max(...points.map((k) => k.cycles));
    const arrays = new Map();
    for (const [type, peak] of Object.entries(peaks.array_gops)) arrays.set(peak, [...(arrays.get(peak) || []), type]);
    const kinds = [...new Set(points.map((k) => k.bound))];
    const element = scatter([
      ...[...arrays].map(([peak, types]) => roof(`arrays (${types.join(", ")})`, peak)),
      roof("vector units", peaks.vector_gops),
      ...kinds.map((kind) => {
        const own = points.filter((k) => k.bound === kind);
        return { type: "scatter", mode: "markers", name: `bound by ${kind}`, x: own.map(intensity), y: own.map(rate),
          customdata: own.map((k) => k.name), text: own.map((k) => `${k.name}<br>${k.module || k.source}<br>${whole(k.cycles)} cycles, ` +
            `${percent(k.roofline_fraction)} of the bound reached<br>limited by ${k.limiter}`), hovertemplate: "%{text}<extra></extra>",
          marker: { size: own.map((k) => 7 + 26 * Math.sqrt(k.cycles / most)), opacity: 0.75 } };
      })],
    { xaxis: { type: "log", title: { text: "operations per byte of DRAM traffic" } },
      yaxis: { type: "log", title: { text: "10^9 operations per second" } }, legend: { orientation: "h", y: 1.12 } }, 540, show);
    return [make("p", { class: "note" }, "A point is a kernel; its size is its part of the cycles. A click shows its text, arrow keys go from point to point. " +
      "Operations: two per multiply-accumulate of the arrays, and ALU slots of the vector units."), element];
  }

  // -- views of time and memory

  function timelineView(data, show) {
    if (!data.timeline) return [make("p", { class: "note" }, "The run has no timeline.")];
    return [make("p", { class: "note" }, "Height: the part of the time in which a unit had an operation at work, or the part of the DRAM's peak of " +
      `${data.timeline.peak_gbps} GB/s. Drag to move, wheel or + and - to zoom, double-click a kernel for its text and its own timeline; down and up arrows go from kernel to kernel, Enter opens it.` +
      (data.timeline.launches_omitted ? ` The last ${whole(data.timeline.launches_omitted)} launches have no name here.` : "")), Timelines.ofRun(data.timeline, show)];
  }

  function memoryView(data, show) {
    const memory = data.memory;
    if (!memory) return [make("p", { class: "note" }, "The run has no history of device memory: time was not simulated, or the run was ended before it wrote one.")];
    const power = (value) => Math.max(0, Math.min(3, Math.floor(Math.log2(Math.max(value, 1)) / 10)));
    const unit = power(memory.peak_bytes), names = ["B", "KiB", "MiB", "GiB"];
    const bytes = (value) => `${Number((value / 1024 ** power(value)).toPrecision(4))} ${names[power(value)]}`;
    const scale = (value) => value / 1024 ** unit;
    const curve = memory.curve, last = curve.times_us.length - 1;
    const end = curve.times_us[last];
    let chosen = 0;
    const moment = make("input", { type: "range", min: 0, max: end, step: "any", "aria-label": "Moment, \u00b5s", id: "moment", class: "wide",
      oninput: () => at(nearest(Number(moment.value))), onkeydown: (event) => {
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (by) { event.preventDefault(); at(Math.min(last, Math.max(0, chosen + by))); }
      } });
    const said = make("p", { "aria-live": "polite", id: "said" });
    const living = make("div");
    const area = (name, values, fill) => ({ type: "scatter", mode: "lines", stackgroup: "one", name, x: curve.times_us, y: values.map(scale), fillcolor: fill,
      line: { shape: "hv", width: 1, color: fill }, text: values.map(bytes), hovertemplate: "%{text}" });
    const element = chart([area("there when the run began", curve.before_bytes, UNIT_COLOURS[0]), area("made later", curve.later_bytes, UNIT_COLOURS[4]),
      { type: "scatter", mode: "markers+text", name: "peak", x: [memory.peak_us], y: [scale(memory.peak_bytes)], text: [`peak ${bytes(memory.peak_bytes)}`],
        textposition: 2 * memory.peak_us < end ? "top right" : "top left", cliponaxis: false, marker: { size: 9, color: colour("--hot") }, hoverinfo: "skip", showlegend: false }],
    { hovermode: "x unified", hoverdistance: -1, hoverlabel: { bgcolor: colour("--panel") }, margin: { l: 80, r: 40, t: 30, b: 50 }, legend: { orientation: "h", y: 1.14 },
      xaxis: { title: { text: "simulated time, \u00b5s" }, range: [0, end] }, yaxis: { title: { text: `${names[unit]} in use` }, rangemode: "tozero" } }, 340);
    function at(place) {
      const time = curve.times_us[place];
      const rows = memory.allocations.filter(([, from, to]) => from <= time && (to === null || time < to))
        .map(([size, from, to, use, before]) => ({ size, from: before ? null : from, to, ...(memory.first_uses[use] || {}) }));
      const total = curve.before_bytes[place] + curve.later_bytes[place];
      chosen = place;
      moment.value = time;
      said.textContent = `At ${time.toFixed(3)} \u00b5s ${bytes(total)} are in use by ${whole(curve.counts[place])} allocations, ` +
        `${percent(total / memory.capacity_bytes)} of the ${bytes(memory.capacity_bytes)} of the DRAM.` +
        (rows.length < curve.counts[place] ? ` The ${whole(rows.length)} largest are listed.` : "");
      living.replaceChildren(table([
        { name: "bytes", value: (r) => r.size, show: whole },
        { name: "%", value: (r) => 100 * r.size / total, show: (v) => v.toFixed(1) },
        { name: "first used by", text: true, value: (r) => r.kernel || "(the host alone)",
          cell: (r) => r.kernel ? make("button", { class: "link", type: "button", title: r.kernel, onclick: () => show(r.kernel) }, kernelName(r.kernel)) : "(the host alone)" },
        { name: "operator", text: true, rest: true, value: (r) => r.operator || "" }, { name: "module", text: true, value: (r) => r.module || "" },
        { name: "phase", text: true, value: (r) => r.phase || "" }, { name: "source", text: true, value: (r) => r.source || "" },
        { name: "made, \u00b5s", value: (r) => r.from === null ? -1 : r.from, show: (v) => v < 0 ? "before" : v.toFixed(3) },
        { name: "freed, \u00b5s", value: (r) => r.to === null ? Infinity : r.to, show: (v) => v === Infinity ? "-" : v.toFixed(3) }], rows, { sorted: 0 }).element);
      requestAnimationFrame(() => element.layout && Plotly.relayout(element, { shapes: [{ type: "line", x0: time, x1: time, yref: "paper", y0: 0, y1: 1,
        line: { color: colour("--text"), width: 1, dash: "dot" } }] }));
    }
    const nearest = (time) => curve.times_us.reduce((best, each, place) => (each <= time ? place : best), 0);
    requestAnimationFrame(() => element.on("plotly_click", (event) => at(nearest(event.points[0].x))));
    at(nearest(memory.peak_us));
    return [make("p", { class: "note" }, "Bytes of live allocations while kernels run. A click, or the slider, chooses a moment, arrow keys go from change to change; the table below lists what lives then, and the launch " +
      "that used it first: for a tensor of the program the kernel that wrote it, for a weight or an input the first that read it." +
      (memory.omitted ? ` ${whole(memory.omitted)} later allocations were not recorded: only the peak counts them.` : "") +
      (memory.peak_bytes > Math.max(...curve.before_bytes.map((value, place) => value + curve.later_bytes[place])) ? " The peak was between two launches." : "")),
    element, make("div", { class: "controls" }, make("label", { class: "wide" }, "moment ", moment),
      make("button", { type: "button", onclick: () => at(nearest(memory.peak_us)) }, "the peak")), said, living];
  }

  function dramView(data, _, state) {
    if (!data.dram) return [make("p", { class: "note" }, "Time was not simulated.")];
    const channels = data.dram.run.map((_, number) => number);
    const counters = Object.entries(data.dram.counters);
    const fromZero = (z) => ({ colorscale: "Viridis", zmin: 0, zmax: Math.max(...z.flat()) || 1 });
    const heat = (z, y, title) => chart([{ type: "heatmap", z, x: channels, y, ...fromZero(z), colorbar: { title: { text: title }, tickformat: ".1~%" },
      hovertemplate: "%{y}, channel %{x}: %{z:.3~%}<extra></extra>" }],
    { margin: { l: 300, r: 20, t: 10, b: 45 }, xaxis: { title: { text: "channel" } }, yaxis: { autorange: "reversed", automargin: true } }, 130 + 20 * y.length);
    const banks = make("div");
    function drawBanks() {
      const kernel = data.kernels.find((each) => each.name === state.kernel);
      const rows = kernel && kernel.hot && kernel.hot.bank_activates;
      banks.replaceChildren(kernelPicker(data, state, drawBanks), rows
        ? chart([{ type: "heatmap", z: rows[0].map((_, bank) => rows.map((row) => row[bank])), ...fromZero(rows), colorbar: { title: { text: "activates" } },
          hovertemplate: "bank %{y}, channel %{x}: %{z:,} activates<extra></extra>" }],
        { xaxis: { title: { text: "channel" } }, yaxis: { title: { text: "bank" } } }, 380)
        : make("p", { class: "note" }, "Not known: the kernel was not timed for this page, or its DRAM has no banks."));
    }
    drawBanks();
    return [
      make("h2", {}, "Time with data on a channel's bus, by kernel"),
      heat([data.dram.run, ...data.dram.busy], ["the whole run", ...data.dram.kernels], "of the time"),
      ...(counters.length ? [make("h2", {}, "What the channels did"), make("p", { class: "note" },
        "Each row as a part of its largest value." + (data.dram.row_hit_fraction === null ? "" : ` ${percent(data.dram.row_hit_fraction)} of all requests went to an open row.`)),
      heat(counters.map(([, row]) => row.map((value) => value / Math.max(1, ...row))), counters.map(([name]) => name.replace("_", " ")), "of the most")] : []),
      make("h2", {}, "Rows that a kernel's longest launch opened, by bank"), banks,
    ];
  }

  function kernelPicker(data, state, draw) {
    const pick = make("select", { "aria-label": "Kernel", class: "kernel", onchange: () => { state.kernel = pick.value; draw(); } },
      ...data.kernels.map((kernel) => make("option", { value: kernel.name }, `${kernel.name} (${kernel.cycles === null ? "" : `${whole(kernel.cycles)} cycles in `}${launches(kernel)})`)));
    pick.value = state.kernel;
    return make("div", { class: "controls" }, make("label", {}, "kernel ", pick));
  }

  const svg = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  function scratchpadView(data, _, state) {
    const place = make("div");
    function draw() {
      const kernel = data.kernels.find((each) => each.name === state.kernel);
      const { tiles, capacity, note } = kernel.tiles;
      const used = Math.max(0, ...tiles.map((tile) => tile.offset + tile.bytes * tile.slots));
      const scale = 860 / Math.max(capacity, 1);
      const picture = svg("svg", { viewBox: "0 0 900 92", class: "picture", role: "img", "aria-label": "map of a lane's scratchpad" });
      picture.append(svg("rect", { x: 20, y: 20, width: 860, height: 44, fill: "none", stroke: colour("--line") }));
      tiles.forEach((tile, number) => {
        for (let slot = 0; slot < tile.slots; ++slot) {
          const box = svg("rect", { x: 20 + (tile.offset + slot * tile.bytes) * scale, y: 20, width: Math.max(0.5, tile.bytes * scale - 0.5), height: 44,
            fill: UNIT_COLOURS[number % UNIT_COLOURS.length], opacity: 0.9 - 0.25 * (slot % 3) });
          box.append(svg("title", {}, `${tile.shape}, line ${tile.line}, copy ${slot + 1} of ${tile.slots}: ${whole(tile.bytes)} bytes of each lane`));
          picture.append(box);
        }
      });
      picture.append(svg("text", { x: 20, y: 84, class: "faint" }, `${whole(used)} of ${whole(capacity)} bytes of a lane, ${percent(used / capacity)}`));
      place.replaceChildren(kernelPicker(data, state, draw), note ? make("p", { class: "remark" }, note) : "", picture, table([
        { name: "tile", text: true, value: (r) => r.shape }, { name: "offset", value: (r) => r.offset, show: whole },
        { name: "bytes of a copy", value: (r) => r.bytes, show: whole }, { name: "copies", value: (r) => r.slots },
        { name: "bytes of a lane", value: (r) => r.bytes * r.slots, show: whole },
        { name: "of the lane", value: (r) => r.bytes * r.slots / capacity, show: percent },
        { name: "line", value: (r) => r.line }], tiles, { sorted: 4 }).element);
    }
    draw();
    return [place];
  }

  function machineView(data) {
    const parts = Object.fromEntries(data.machine.map((part) => [part.key, part]));
    const places = { array: [30, 60], vector: [235, 60], cross_lane: [440, 60], scalar: [645, 60], scratchpad: [30, 160, 810],
      load: [30, 250, 390], store: [450, 250, 390], noc: [30, 350, 810], cache: [30, 430, 390], cmem: [450, 430, 390] };
    const shared = parts.cache || parts.cmem;
    places.dram = [30, shared ? 510 : 430, 810];
    const picture = svg("svg", { viewBox: `0 0 870 ${shared ? 590 : 510}`, class: "picture", role: "img", "aria-label": "block diagram of the machine" });
    picture.append(svg("rect", { x: 12, y: 22, width: 846, height: 306, fill: "none", stroke: colour("--line"), "stroke-dasharray": "5 4" }),
      svg("text", { x: 24, y: 42, class: "faint" }, "core"));
    for (const [key, [x, y, width = 185]] of Object.entries(places)) {
      const part = parts[key];
      if (!part) continue;
      const share = part.used === null ? 0 : Math.min(1, part.used);
      const block = svg("rect", { x, y, width, height: 62, rx: 5, class: "block",
        fill: part.used === null ? colour("--panel") : `color-mix(in srgb, ${colour("--hot")} ${Math.round(8 + 70 * share)}%, ${colour("--panel")})` });
      picture.append(block, svg("text", { x: x + 12, y: y + 25, "font-weight": 600 }, part.name),
        svg("text", { x: x + 12, y: y + 46 }, [part.what, part.used === null ? "" : percent(part.used)].filter(Boolean).join(": ")));
    }
    return [make("p", { class: "note" }, "Colour and number: arrays, vector unit, ports, DRAM and CMEM, the part of their peak; others, the part of the time they were busy."), picture];
  }

  function codeView(data, _, state) {
    const place = make("div");
    let chosen = null;
    function draw() {
      const kernel = data.kernels.find((each) => each.name === state.kernel);
      chosen = null;
      const hot = kernel.hot;
      const line = hot ? Timelines.ofKernel(hot, ["load", "store", "array", "vector", "cross_lane", "scalar"], () => chosen) : null;
      const totals = new Map();
      for (const each of hot ? hot.operations : []) {
        const sums = totals.get(each.line) || [0, 0, 0, 0];
        totals.set(each.line, [sums[0] + each.path_cycles, sums[1] + each.busy_cycles, sums[2] + each.wait_data_cycles, sums[3] + each.wait_slot_cycles]);
      }
      const listing = make("pre", { tabindex: 0, "aria-label": "MLIR with cycles: path, busy, waiting for data, for a slot" });
      const cell = (value) => (value ? whole(value) : "").padStart(9);
      if (hot) listing.append(make("span", { class: "row" }, make("span", { class: "margin" }, ["path", "busy", "data", "slot"].map((n) => n.padStart(9)).join("")), make("span", { class: "number" }, "  line")));
      kernel.text.split("\n").forEach((text, index) => {
        const number = index + 1, sums = totals.get(number);
        const row = make("span", { class: sums ? "row hot" : "row", "data-line": number, tabindex: sums ? 0 : null, role: sums ? "button" : null,
          style: sums && sums[0] ? `background: color-mix(in srgb, var(--hot) ${Math.round(45 * sums[0] / hot.cycles)}%, transparent)` : null },
        make("span", { class: "margin" }, hot ? (sums || [0, 0, 0, 0]).map(cell).join("") : ""), make("span", { class: "number" }, `  ${String(number).padStart(4)}  `), text);
        if (sums) {
          const choose = () => {
            chosen = chosen === number ? null : number;
            listing.querySelectorAll(".row").forEach((each) => each.classList.toggle("chosen", Number(each.dataset.line) === chosen));
            line.paint();
          };
          row.addEventListener("click", choose);
          row.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } });
        }
        listing.append(row);
      });
      place.replaceChildren(kernelPicker(data, state, draw),
        make("p", {}, hot ? hot.sentence : `No cycles beside the text: ${kernel.hot_note}.`, hot && hot.assumed ? " Its addresses or loops depend on data: typical ones are assumed." : ""),
        make("p", { class: "note" }, [kernel.kind, kernel.ops.join(", "), kernel.module ? `module ${kernel.module}` : kernel.source].filter(Boolean).join("; ")),
        ...(line ? [line.element, make("p", { class: "note" }, `Beside the text: cycles of ${kernel.launches === 1 ? "the launch" : `the longest of ${launches(kernel)}`}: on the critical path, ` +
          "in which its unit was busy, and free but waiting for data or for a slot. A click shows a line's operations in the timeline.")] : []), listing,
        ...(hot ? [make("h2", {}, "Operations by their part of the critical path"), table([
          { name: "operation", text: true, value: (r) => r.label }, { name: "path", value: (r) => r.path_cycles, show: whole },
          { name: "%", value: (r) => 100 * r.path_cycles / hot.cycles, show: (v) => v.toFixed(1) },
          { name: "busy", value: (r) => r.busy_cycles, show: whole }, { name: "waits for data", value: (r) => r.wait_data_cycles, show: whole },
          { name: "for a slot", value: (r) => r.wait_slot_cycles, show: whole }, { name: "times", value: (r) => r.executions, show: whole },
          { name: "unit", text: true, value: (r) => r.unit }, { name: "line", value: (r) => r.line },
          { name: "path was spent on", text: true, value: (r) => Object.entries(r.path).sort((a, b) => b[1] - a[1]).slice(0, 3).map(([n, v]) => `${whole(v)} ${n}`).join(", ") },
        ], hot.operations).element] : []));
    }
    draw();
    return [place];
  }

  function accuracyView(data) {
    if (!data.accuracy.length) return [make("p", { class: "note" }, "No measurement stands behind this machine.")];
    return data.accuracy.flatMap((target) => [
      make("h2", {}, `${target.title} (${target.unit})`),
      ...target.notes.map((note) => make("p", { class: "note" }, note)),
      table([{ name: "measurement", text: true, value: (r) => r.name }, { name: target.reference, value: (r) => r.reference, show: whole },
        { name: "used for", text: true, value: (r) => r.used_for || "nothing: it only checks" }], target.rows).element,
      make("p", { class: "note" }, `npusim validate ${target.name} simulates these rows and prints the errors.`)]);
  }

  function comparisonView(data, show) {
    const both = data.comparison, [clockA, clockB] = both.clocks_mhz;
    const signed = (value) => (value > 0 ? "+" : "") + whole(value);
    const tinted = (value, text) => make("span", { class: value > 0 ? "worse" : value < 0 ? "better" : null }, text);
    const slower = both.differences.filter((r) => r.difference > 0).length, faster = both.differences.filter((r) => r.difference < 0).length;
    const sameClock = clockA === clockB;
    const scale = [sameClock ? 1 : 1 / clockA, sameClock ? 1 : 1 / clockB], unit = sameClock ? "cycles" : "\u00b5s";
    const causes = [...new Set(both.paths.flatMap((path) => Object.keys(path)))].filter((cause) => both.paths.some((path) => path[cause]))
      .sort((x, y) => Math.max(...both.paths.map((path, run) => (path[y] || 0) * scale[run])) - Math.max(...both.paths.map((path, run) => (path[x] || 0) * scale[run])));
    const bars = (run, name, fill) => ({ type: "bar", name, x: causes, y: causes.map((cause) => (both.paths[run][cause] || 0) * scale[run]),
      marker: { color: fill }, hovertemplate: `${name}, %{x}: %{y:,.4~r} ${unit}<extra></extra>` });
    const filter = make("input", { type: "search", placeholder: "filter by name, module, match...", size: 34, "aria-label": "Filter differences", oninput: () => rows.filter(filter.value) });
    const counted = make("span", { class: "note" });
    const rows = table([
      { name: "kernel", text: true, value: (r) => r.kernel, cell: (r) => {
        const name = kernelName(r.kernel, r.earlier_kernel ? `${r.kernel}, in A ${r.earlier_kernel}` : r.kernel);
        return r.matched_by === "gone" ? name : make("button", { class: "link", type: "button", onclick: () => show(r.kernel) }, name);
      } },
      { name: "change", title: "cycles of B less those of A", value: (r) => Math.abs(r.difference), cell: (r) => tinted(r.difference, signed(r.difference)) },
      { name: "%", value: (r) => r.percent, show: (v) => (v === null ? "" : (v > 0 ? "+" : "") + v.toFixed(1)) },
      { name: "A, cycles", value: (r) => r.cycles_a, show: whole }, { name: "B, cycles", value: (r) => r.cycles_b, show: whole },
      { name: "most of the change", text: true, value: (r) => Object.entries(r.causes).slice(0, 2).map(([n, v]) => `${signed(v)} ${n}`).join(", ") },
      { name: "match", text: true, value: (r) => r.matched_by }, { name: "module", text: true, value: (r) => r.module || r.source.split("/").pop() }], both.differences, { counted, sorted: 1 });
    return [
      make("p", {}, `A, the earlier run: ${both.run_a}, machine ${both.machine_a}.`, make("br"), `B, this run: ${both.run_b}, machine ${both.machine_b}.`),
      ...(both.complete ? [] : [make("p", { class: "remark" }, "One of the runs was interrupted: its figures cover what was simulated until then.")]),
      ...(sameClock ? [] : [make("p", { class: "remark" }, `The clocks of the machines differ (${clockA} and ${clockB} MHz): compare times, a cycle of A is not one of B.`)]),
      make("div", { class: "scroll narrow" }, make("table", {}, make("thead", {}, make("tr", {}, ...["", "A", "B", "B against A"].map((name, n) => make("th", { class: n ? "" : "text", scope: "col" }, name)))),
        make("tbody", {}, ...both.facts.map(([name, a, b, growth]) => make("tr", {}, make("th", { class: "text", scope: "row" }, name), make("td", {}, a), make("td", {}, b), make("td", {}, growth)))))),
      ...(both.keys.length ? [make("h2", {}, "Keys in which the machines differ"), table([{ name: "key", text: true, value: (r) => r[0] },
        { name: "A", text: true, value: (r) => r[1] }, { name: "B", text: true, value: (r) => r[2] }], both.keys, { sorted: 0 }).element] : []),
      make("h2", {}, "What the critical path was spent on"),
      chart([bars(0, "A", colour("--faint")), bars(1, "B", colour("--accent"))],
        { barmode: "group", yaxis: { title: { text: unit } }, legend: { orientation: "h", y: 1.15 } }, 300),
      make("h2", {}, "By kernel and place of the program"),
      make("p", { class: "note" }, `${slower} take more cycles in B, ${faster} fewer. A match by content is the same kernel, whose time the machine or npusim has changed; ` +
        "a match by module or source is another kernel at the same place; new ones are only in B, gone ones only in A."),
      make("div", { class: "controls" }, filter, counted), rows.element];
  }

  // -- the page

  Page.begin((data, open) => {
    const state = { kernel: data.kernels.length ? data.kernels[0].name : "" };
    function show(kernel) {
      if (data.kernels.some((each) => each.name === kernel)) state.kernel = kernel;
      open("code");
    }
    const views = [...(data.comparison ? [["comparison", "Comparison", comparisonView]] : []), ["overview", "Overview", overview], ["kernels", "Kernels", kernelTable], ["roofline", "Roofline", roofline],
      ["timeline", "Timeline", timelineView], ["memory", "Memory", memoryView], ["dram", "DRAM", dramView],
      ...(data.kernels.length ? [["scratchpad", "Scratchpad", scratchpadView], ["code", "MLIR", codeView]] : []),
      ["machine", "Machine", machineView], ["accuracy", "Accuracy", accuracyView]];
    return {
      title: `${data.title}, run ${data.run}`,
      status: data.complete ? "" : "The run was interrupted: everything covers what was simulated until then.",
      views: views.map(([key, name, view]) => [key, name, () => view(data, show, state)]),
    };
  });
})();
