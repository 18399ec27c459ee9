// Changes the position on a drawing made by bots.draw.render, in a page that holds it inline.
//   const board = trilogueBoard(svgElement);
//   board.show({b3: "b", a2: "w"}, {last: ["b1", "b3"], caption: "White to move", turn: "white"});
//   board.onClick(cellName => ...);
function trilogueBoard(svg) {
  const NS = "http://www.w3.org/2000/svg";
  const layer = name => svg.querySelector("." + name);
  const cells = new Map();
  for (const polygon of svg.querySelectorAll(".tb-cells [data-cell]")) cells.set(polygon.dataset.cell, polygon);
  const symbols = new Map();
  for (const symbol of svg.querySelectorAll("defs [data-code]")) symbols.set(symbol.dataset.code, symbol);
  const make = (name, attributes) => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const tint = (kind, name) => make("polygon", {
    class: "tb-" + kind,
    points: cells.get(name).getAttribute("points"),
  });
  const use = (code, cell) => make("use", {
    href: "#" + symbols.get(code).id,
    x: cells.get(cell).dataset.x,
    y: cells.get(cell).dataset.y,
    "data-cell": cell,
  });
  const dot = name => make("circle", {
    class: "tb-target", r: 13, cx: cells.get(name).dataset.x, cy: cells.get(name).dataset.y,
  });
  const caption = (text, turn) => {
    const line = svg.querySelector(".tb-caption");
    if (line && text !== undefined) line.textContent = text;
    const mark = svg.querySelector(".tb-foot use");
    const piece = [...symbols.values()].find(symbol => symbol.dataset.colour === turn);
    if (mark && piece) mark.setAttribute("href", "#" + piece.id);
    const words = svg.querySelector("desc");
    if (words && text !== undefined) words.textContent = text;
  };
  return {
    cells: [...cells.keys()],
    show(pieces, marks = {}) {
      const tints = ["last", "select"].flatMap(kind => (marks[kind] || []).map(name => tint(kind, name)));
      layer("tb-marks").replaceChildren(...tints);
      layer("tb-pieces").replaceChildren(...Object.entries(pieces).map(([cell, code]) => use(code, cell)));
      layer("tb-over").replaceChildren(...(marks.target || []).map(dot));
      caption(marks.caption, marks.turn);
    },
    onClick(handler) {
      svg.addEventListener("click", event => {
        const cell = event.target.closest("[data-cell]");
        if (cell) handler(cell.dataset.cell);
      });
    },
  };
}
