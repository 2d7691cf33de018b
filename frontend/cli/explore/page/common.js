"use strict";
// What the pages share: elements, numbers, tables, charts, tabs, and how a page begins.
const Page = (() => {
  const byId = (id) => document.getElementById(id);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  async function unpacked(id) {
    const bytes = Uint8Array.from(atob(byId(id).textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  }

  // -- numbers

  const wholes = new Intl.NumberFormat("en");
  const whole = (value) => (value === null || value === undefined ? "-" : wholes.format(Math.round(value)));
  const percent = (value) => (value === null || value === undefined ? "-" : (100 * value).toFixed(1) + "%");
  const shortName = (kernel) => kernel.replace(/^npu_fused_/, "");  // without what the names of all generated kernels begin with
  function scaled(value, unit = "") {
    if (value === null || value === undefined) return "-";
    for (const [factor, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]])
      if (Math.abs(value) >= factor) return (value / factor).toPrecision(3) + " " + name + unit;
    return Number(value.toPrecision(3)) + (unit ? " " + unit : "");
  }

  // -- tables: sorted by their headings, filtered by a text

  const MOST_ROWS = 500;  // of those that are asked for; a browser takes seconds for thousands

  // A name that may be broken between its words.
  const inWords = (name) => name.split(/(?<=[_.])/).flatMap((word, place) => (place ? [make("wbr"), word] : [word]));

  // A column of texts; one of them may take the width that the others leave.
  const kind = (column) => [column.text && "text", column.rest && "rest"].filter(Boolean).join(" ");

  function table(columns, rows, options = {}) {
    let sorted = options.sorted === undefined ? 1 : options.sorted;
    let falling = !columns[sorted].text;
    let filter = "";
    const body = make("tbody"), more = make("p", { class: "note" });
    const headings = columns.map((column, number) => {
      const heading = make("th", { scope: "col", class: kind(column) },
        make("button", { type: "button", title: column.title || null, onclick: () => {
          falling = sorted === number ? !falling : !column.text;
          sorted = number;
          draw();
        } }, ...inWords(column.name)));
      return heading;
    });
    function draw() {
      headings.forEach((heading, number) =>
        heading.setAttribute("aria-sort", number !== sorted ? "none" : falling ? "descending" : "ascending"));
      const key = columns[sorted].value;
      const shown = rows.filter((row) => !filter || columns.some((column) =>
        column.text && String(column.value(row)).toLowerCase().includes(filter)));
      shown.sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        const order = typeof x === "string" || typeof y === "string" ? String(x).localeCompare(String(y)) : (x || 0) - (y || 0);
        return falling ? -order : order;
      });
      const left = shown.length - MOST_ROWS;
      more.textContent = left > 0 ? `and ${whole(left)} more: sort or filter to see them` : "";
      body.replaceChildren(...shown.slice(0, MOST_ROWS).map((row) => make("tr", {}, ...columns.map((column) => {
        const cell = column.cell ? column.cell(row) : column.show ? column.show(column.value(row)) : String(column.value(row));
        return make("td", { class: kind(column), title: column.rest ? column.value(row) : null }, cell);
      }))));
      if (options.counted) options.counted.textContent = `${shown.length} of ${rows.length}`;
    }
    draw();
    const element = make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...headings)), body), more);
    return { element, filter: (text) => { filter = text.toLowerCase(); draw(); } };
  }

  // Nothing leaves the page: Plotly's own choice is a button that uploads the chart.
  const TOOLS = { displaylogo: false, responsive: true, showSendToCloud: false, plotlyServerURL: "", modeBarButtonsToRemove: ["select2d", "lasso2d"] };

  function chart(data, layout, height = 460) {
    const element = make("div", { class: "chart", style: `height:${height}px` });
    const text = colour("--text"), line = colour("--line");
    const axis = { gridcolor: line, linecolor: line, zerolinecolor: line };
    const whole = {
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: text, size: 13 },
      margin: { l: 70, r: 20, t: 20, b: 55 }, ...layout,
      xaxis: { ...axis, ...(layout.xaxis || {}) }, yaxis: { ...axis, ...(layout.yaxis || {}) },
    };
    requestAnimationFrame(() => Plotly.newPlot(element, data, whole, TOOLS));
    return element;
  }

  // A scatter plot with a line below it. A point is chosen by a click, or with the keyboard: `choose` gets its `customdata`.
  function scatter(data, layout, height, choose) {
    const element = chart(data, layout, height);
    const said = make("p", { class: "note", "aria-live": "polite" }, "\u00a0");
    const marks = new Map();  // a point that has several marks counts once
    data.forEach((trace, curveNumber) => (trace.customdata || []).forEach((key, pointNumber) => {
      if (!marks.has(key)) marks.set(key, { key, curveNumber, pointNumber, x: trace.x[pointNumber], text: trace.text[pointNumber].replaceAll("<br>", ", ") });
    }));
    const points = [...marks.values()].sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0));
    // Where a point lies on an axis, in the unit of the axis' range.
    function coordinate(point, axis) {
      const value = element.calcdata[point.curveNumber][point.pointNumber][axis];
      return element.layout[`${axis}axis`].type === "log" ? Math.log10(value) : value;
    }
    let chosen = null;
    function ranges(change) {
      const ends = {};
      for (const axis of ["x", "y"]) ends[`${axis}axis.range`] = change([...element.layout[`${axis}axis`].range], chosen === null ? null : coordinate(points[chosen], axis));
      return Plotly.relayout(element, ends);
    }
    const zoom = (factor) => ranges(([low, high], centre) => {
      const middle = centre === null ? (low + high) / 2 : centre;
      return [middle - (middle - low) * factor, middle + (high - middle) * factor];
    });
    const inView = ([low, high], value) => (low <= value && value <= high ? [low, high] : [value - (high - low) / 2, value + (high - low) / 2]);
    async function go(place) {
      chosen = Math.min(points.length - 1, Math.max(0, place));
      const point = points[chosen];
      said.textContent = `${chosen + 1} of ${points.length}: ${point.text}`;
      await ranges(inView);
      Plotly.Fx.hover(element, [{ curveNumber: point.curveNumber, pointNumber: point.pointNumber }]);
    }
    const acts = { ArrowRight: () => go(chosen === null ? 0 : chosen + 1), ArrowLeft: () => go(chosen === null ? points.length : chosen - 1),
      Home: () => go(0), End: () => go(points.length), Enter: () => chosen !== null && choose(points[chosen].key), "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1.4),
      0: () => Plotly.relayout(element, { "xaxis.autorange": true, "yaxis.autorange": true }) };
    element.tabIndex = 0;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", "plot: left and right arrows go from point to point, Enter opens one, + and - zoom, 0 shows all");
    element.addEventListener("keydown", (event) => {
      if (!acts[event.key] || !points.length || !element.calcdata || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      acts[event.key]();
    });
    requestAnimationFrame(() => element.on("plotly_click", (event) => {
      const key = event.points[0].customdata;
      if (key !== undefined) choose(key);
    }));
    return make("div", {}, element, said);
  }

  // -- tabs

  // `describe(data, open)` gives the page's `title`, its `status`, and `views`: [key, name, () => elements].
  function start(data, describe) {
    const tabs = byId("tabs"), main = byId("views");
    const page = describe(data, (name) => open(name, true));
    const views = page.views;
    function open(name, focus) {
      const found = views.find(([key]) => key === name) || views[0];
      for (const tab of tabs.children) {
        const selected = tab.dataset.view === found[0];
        tab.setAttribute("aria-selected", selected);
        tab.tabIndex = selected ? 0 : -1;
        if (selected && focus) tab.focus();
      }
      const panel = make("section", { role: "tabpanel", id: `view-${found[0]}`, "aria-label": found[1] });
      main.replaceChildren(panel);
      panel.append(...found[2]().filter((child) => child !== ""));
      history.replaceState(null, "", `#${found[0]}`);
    }
    views.forEach(([key, name], number) => tabs.append(make("button", { role: "tab", type: "button", "data-view": key, onclick: () => open(key),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) open(views[(number + step + views.length) % views.length][0], true);
      } }, name)));
    byId("title").textContent = page.title;
    byId("state").textContent = page.status;
    open(location.hash.slice(1));
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => open(location.hash.slice(1)));
    document.body.dataset.ready = "yes";
  }

  async function load(describe) {
    const [data, charts] = await Promise.all([unpacked("packed-data"), unpacked("packed-charts")]);
    document.head.append(make("script", {}, charts));
    start(JSON.parse(data), describe);
  }

  function begin(describe) {
    load(describe).catch((error) => {
      byId("state").textContent = `This page cannot be shown: ${error.message}. It needs a browser of 2023 or later.`;
      throw error;
    });
  }

  return { begin, chart, colour, make, percent, scaled, scatter, shortName, table, whole };
})();
