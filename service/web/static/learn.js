// A guided game: what is to be touched next for the move that is suggested is marked, until it is confirmed.

const marked = () => document.querySelectorAll(".suggested");

// The element under an id: of several, one that is lit.
function lying(thing) {
  const found = [...document.querySelectorAll(`[data-thing~="${CSS.escape(thing)}"]`)];
  return found.find((one) => one.classList.contains("touchable")) ?? found[0];
}

// An action in one form: with its fields in one order.
function formed(value) {
  const sorted = (one) => {
    if (Array.isArray(one)) return one.map(sorted);
    if (one === null || typeof one !== "object") return one;
    return Object.fromEntries(Object.entries(one).sort().map(([key, part]) => [key, sorted(part)]));
  };
  return JSON.stringify(sorted(JSON.parse(value)));
}

const isMove = (written, value) => written !== "" && formed(written) === formed(value);

// What the suggested move is called among the answers of the table.
function called(value) {
  const plan = JSON.parse(document.getElementById("plan")?.dataset.plan ?? '{"asks":[]}');
  return plan.asks.flatMap((ask) => ask.choices).find((choice) => isMove(choice.value, value))?.label;
}

function next(suggested) {
  const { value } = suggested.dataset;
  const confirm = document.getElementById("confirm");
  if (confirm && !confirm.hidden && !confirm.disabled && isMove(confirm.value, value)) return confirm;
  const spoken = [...document.querySelectorAll("#spoken button")].find((one) => isMove(one.value, value));
  if (spoken?.offsetParent) return spoken;
  const doubtful = [...document.querySelectorAll("#which button")].find((one) => one.textContent === called(value));
  if (doubtful) return doubtful;
  const things = JSON.parse(suggested.dataset.things).map(lying).filter(Boolean);
  const left = things.find((one) => !one.classList.contains("chosen"));
  if (left) return left;
  return things.length && !confirm.hidden && !confirm.disabled ? confirm : written(value);
}

// The answer in the list of all moves, which is opened for it.
function written(value) {
  const list = document.getElementById("all-answers");
  const button = [...(list?.querySelectorAll("button[name=action]") ?? [])].find((one) => isMove(one.value, value));
  const option = [...(list?.querySelectorAll("select[name=action] option") ?? [])].find((one) => isMove(one.value, value));
  if (option) option.selected = true;
  const found = button ?? option?.closest("form")?.querySelector("button");
  if (found) list.open = true;
  return found;
}

function mark(isFirst) {
  for (const one of marked()) one.classList.remove("suggested");
  const suggested = document.getElementById("suggested");
  const found = suggested && next(suggested);
  if (!found) return;
  found.classList.add("suggested");
  const box = found.getBoundingClientRect();
  const foot = document.getElementById("panel").getBoundingClientRect().top;
  if (!found.closest("#panel") && (isFirst || box.top < 0 || box.bottom > foot)) {
    found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  }
}

document.addEventListener("click", () => window.setTimeout(() => mark(false)));
document.addEventListener("keyup", () => window.setTimeout(() => mark(false)));
window.addEventListener("load", () => mark(true));
