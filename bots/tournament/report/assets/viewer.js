// Steps through the games of the page. Positions come as changes of cells (see positions.py); the boards
// are drawn by bots.draw and changed by its trilogueBoard.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = id => document.getElementById(id);
  if (!data.games.length) return;

  const words = text => (text ? text.split(" ") : []);
  const other = seat => (seat === "first" ? "second" : "first");
  const make = (name, text, className) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const seconds = ms => (ms < 10000 ? (ms / 1000).toFixed(2) : (ms / 1000).toFixed(0)) + " s";

  // A game as it is stepped through: position of every ply as a map from cell to piece.
  function unpack(game) {
    const { cells, pieces, colours } = data.contests[game.contest];
    const positions = [];
    const touched = [];
    let board = {};
    for (const change of words(game.changes)) {
      board = { ...board };
      const names = [];
      for (let i = 0; change !== "-" && i < change.length; i += 3) {
        const name = cells[parseInt(change.slice(i, i + 2), 36)];
        const piece = change[i + 2];
        if (piece === ".") delete board[name];
        else board[name] = pieces[parseInt(piece, 36)];
        names.push(name);
      }
      positions.push(board);
      touched.push(names);
    }
    const moves = words(game.moves);
    const scores = words(game.scores);
    const turns = [...game.turns].map(letter => colours[parseInt(letter, 36)]);
    const plies = moves.map((move, ply) => {
      const played = ply - game.opening;
      const score = played >= 0 ? scores[played] : undefined;
      return {
        move,
        seat: ply % 2 ? other(game.seat) : game.seat,
        colour: turns[ply],
        book: played < 0,
        score: score === "-" ? undefined : score,
        depth: played >= 0 && game.depths ? game.depths[played] : undefined,
        time: played >= 0 ? game.times[played] : undefined,
        clock: played >= 0 && game.clocks ? game.clocks[played] : undefined,
      };
    });
    return { game, positions, touched, turns, plies };
  }

  // Points of a score for the first seat, -1 to 1; undefined where the engine said none.
  function value(ply) {
    if (!ply.score) return undefined;
    const [kind, number] = ply.score.split(":");
    const own = { cp: () => Math.atan(Number(number) / 200) / (Math.PI / 2), win: () => 1, loss: () => -1, draw: () => 0 }[kind];
    return own === undefined ? undefined : own() * (ply.seat === "first" ? 1 : -1);
  }

  const boards = new Map();
  for (const holder of document.querySelectorAll(".board")) {
    const contest = Number(holder.dataset.contest);
    boards.set(contest, { holder, board: trilogueBoard(holder.querySelector("svg")) });
  }

  const state = { shown: [], index: 0, open: null, ply: 0, timer: null };

  function drawGraph() {
    const { plies } = state.open;
    const width = 240, height = 92;
    const at = ply => (plies.length < 2 ? 0 : (ply / (plies.length - 1)) * width);
    const points = plies
      .map((ply, index) => [at(index), value(ply)])
      .filter(point => point[1] !== undefined)
      .map(([x, y]) => `${x.toFixed(1)},${(height / 2 - y * (height / 2 - 5)).toFixed(1)}`);
    const holder = byId("graph");
    holder.hidden = points.length < 2;
    if (holder.hidden) return;
    const mark = at(Math.max(0, state.ply - 1)).toFixed(1);
    holder.innerHTML =
      `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="Scores for the first seat">` +
      `<path d="M0 ${height / 2}H${width}" stroke="var(--rule)"/>` +
      `<path d="M${mark} 0V${height}" stroke="var(--accent)" stroke-opacity=".5" vector-effect="non-scaling-stroke"/>` +
      `<polyline points="${points.join(" ")}" fill="none" stroke="var(--c1)" stroke-width="1.6" vector-effect="non-scaling-stroke"/></svg>`;
    holder.firstChild.addEventListener("click", event => {
      const box = event.currentTarget.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * (plies.length - 1)) + 1);
    });
  }

  function drawMoves() {
    const { plies, game } = state.open;
    const list = byId("moves");
    list.replaceChildren();
    for (let start = 0; start < plies.length; start += 2) {
      const row = make("li");
      row.append(make("span", `${start / 2 + 1}.`));
      for (let ply = start; ply < start + 2; ply += 1) {
        if (ply >= plies.length) { row.append(make("span")); continue; }
        const button = make("button", plies[ply].move, plies[ply].book ? "book" : "");
        button.addEventListener("click", () => go(ply + 1));
        button.dataset.ply = ply + 1;
        row.append(button);
      }
      list.append(row);
    }
    byId("events").replaceChildren(...game.events.map(drawEvent));
  }

  function drawEvent(event) {
    const holder = make("details");
    holder.append(make("summary", event.text));
    for (const [name, text] of Object.entries(event.said)) holder.append(make("h4", name), make("pre", text));
    return holder;
  }

  function drawWho() {
    const { game } = state.open;
    const first = make("span", game.first);
    first.append(make("small", "first seat"));
    const result = make("span", game.result, "result");
    const second = make("span", game.second);
    second.append(make("small", "second seat"));
    byId("who").replaceChildren(first, result, second);
  }

  function said(ply) {
    const { game } = state.open;
    if (!ply) return state.ply === 0 && game.opening ? "The opening follows." : "";
    const parts = [`${Math.ceil(state.ply / 2)}${state.ply % 2 ? "." : "…"} ${ply.move}`];
    parts.push(ply.book ? "opening" : `by ${game[ply.seat]}`);
    if (ply.score) parts.push(ply.score);
    if (ply.depth != null) parts.push(`depth ${ply.depth}`);
    if (ply.time != null) parts.push(seconds(ply.time));
    if (ply.clock != null) parts.push(`${seconds(ply.clock)} left`);
    return parts.join(" · ");
  }

  function go(ply) {
    const open = state.open;
    state.ply = Math.max(0, Math.min(open.plies.length, ply));
    const end = state.ply === open.plies.length;
    const { board } = boards.get(open.game.contest);
    const turn = open.turns[state.ply];
    const seat = open.plies.length && state.ply < open.plies.length ? open.plies[state.ply].seat : null;
    const caption = end
      ? open.game.said + (open.game.winner ? `: ${open.game[open.game.winner]} wins` : "")
      : `${open.game[seat]} to move`;
    board.show(open.positions[state.ply], { last: state.ply ? open.touched[state.ply] : [], caption, turn });
    byId("now").textContent = said(open.plies[state.ply - 1]) + (end && open.game.detail ? ` · ${open.game.detail}` : "");
    for (const button of byId("moves").querySelectorAll("button")) {
      const current = Number(button.dataset.ply) === state.ply;
      button.setAttribute("aria-current", current);
      if (current) reveal(byId("moves"), button);
    }
    if (state.ply === 0) byId("moves").scrollTop = 0;
    drawGraph();
    if (end) stop();
  }

  // Scrolls only the list, never the page.
  function reveal(list, item) {
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop - 4;
    else if (item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop + item.offsetHeight - list.clientHeight + 4;
    }
  }

  function open(index) {
    stop();
    if (!state.shown.length) return;
    state.index = Math.max(0, Math.min(state.shown.length - 1, index));
    const game = state.shown[state.index];
    state.open = unpack(game);
    for (const [contest, { holder }] of boards) holder.hidden = contest !== game.contest;
    const items = byId("list").children;
    for (const item of byId("list").querySelectorAll('[aria-selected="true"]')) item.setAttribute("aria-selected", "false");
    items[state.index].setAttribute("aria-selected", "true");
    byId("list").setAttribute("aria-activedescendant", items[state.index].id);
    reveal(byId("list"), items[state.index]);
    drawWho();
    drawMoves();
    go(game.opening);
  }

  function stop() {
    if (state.timer) clearInterval(state.timer);
    state.timer = null;
    byId("play").textContent = "▶ play";
  }

  function play() {
    if (state.timer) { stop(); return; }
    if (state.ply === state.open.plies.length) go(state.open.game.opening);
    byId("play").textContent = "⏸ pause";
    state.timer = setInterval(() => go(state.ply + 1), 700);
  }

  const faults = new Set(["time-forfeit", "illegal-move", "crash", "disconnect", "stall", "void"]);
  function item(game, index) {
    const entry = make("li", undefined, faults.has(game.ending) ? "fault" : "");
    entry.id = `g${index}`;
    entry.setAttribute("role", "option");
    const line = make("span");
    line.append(make("b", `${game.first} – ${game.second}`), make("span", game.result));
    const name = data.contests.length > 1 ? `${data.contests[game.contest].name} · ` : "";
    entry.append(line, make("small", `${name}${game.said} · ${words(game.moves).length} plies`));
    entry.addEventListener("click", () => open(index));
    return entry;
  }

  function filter() {
    const contest = byId("f-contest").value, player = byId("f-player").value, ending = byId("f-ending").value;
    state.shown = data.games.filter(game =>
      (!contest || data.contests[game.contest].name === contest) &&
      (!player || game.first === player || game.second === player) &&
      (!ending || game.ending === ending));
    byId("list").replaceChildren(...state.shown.map(item));
    byId("found").textContent = `${state.shown.length} games`;
    open(0);
  }

  function fill(select, values) {
    for (const each of values) {
      const option = make("option", each);
      option.value = each;
      byId(select).append(option);
    }
    byId(select).addEventListener("change", filter);
  }

  const distinct = values => [...new Set(values)].sort();
  fill("f-contest", data.contests.map(contest => contest.name));
  fill("f-player", distinct(data.games.flatMap(game => [game.first, game.second])));
  fill("f-ending", distinct(data.games.map(game => game.ending)));
  byId("to-start").addEventListener("click", () => go(0));
  byId("back").addEventListener("click", () => go(state.ply - 1));
  byId("on").addEventListener("click", () => go(state.ply + 1));
  byId("to-end").addEventListener("click", () => go(state.open.plies.length));
  byId("play").addEventListener("click", play);
  const keys = {
    ArrowLeft: () => go(state.ply - 1),
    ArrowRight: () => go(state.ply + 1),
    Home: () => go(0),
    End: () => go(state.open.plies.length),
    PageUp: () => open(state.index - 1),
    PageDown: () => open(state.index + 1),
  };
  const listKeys = { ArrowUp: () => open(state.index - 1), ArrowDown: () => open(state.index + 1) };
  byId("viewer").addEventListener("keydown", event => {
    const action = keys[event.key] || (event.target === byId("list") && listKeys[event.key]);
    if (!action || event.target.tagName === "SELECT") return;
    event.preventDefault();
    action();
  });
  byId("viewer").hidden = false;
  filter();
})();
