// The line to the server: what is under way shows after a moment that it is, a line that is lost is told while the page
// stays as it is, and a form that could not be sent is kept and sent once when the line is back.

const BUSY_AFTER = 300;
const AGAIN = 5000;
const KEPT = "unsent ";

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const sign = document.getElementById("line");

let underWay = 0;
let lost = false;
let kept = 0;

function tell() {
  const words = kept ? sign.dataset.kept : lost ? sign.dataset.lost : underWay ? sign.dataset.busy : "";
  if (sign.textContent !== words) sign.textContent = words;
  sign.hidden = words === "";
}

function lineIs(there) {
  lost = !there;
  tell();
}

// Fetch, and show that it takes a while if it does.
async function fetched(address, options) {
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    underWay += 1;
    tell();
  }, BUSY_AFTER);
  try {
    const response = await fetch(address, options);
    lineIs(true);
    return response;
  } catch (error) {
    lineIs(false);
    throw error;
  } finally {
    clearTimeout(timer);
    if (shown) underWay -= 1;
    tell();
  }
}

// Send what a form holds until there is an answer. The form carries what makes it count once, and a move the id of the
// decision that it answers: so it may be sent again, also by the page when it is opened anew.
async function post(address, body) {
  const key = KEPT + address;
  const text = body.toString();
  if (body.has("decision")) localStorage.setItem(key, text);
  let waits = false;
  try {
    for (;;) {
      try {
        return await fetched(address, { method: "POST", body: new URLSearchParams(text) });
      } catch {
        if (!waits) kept += 1;
        waits = true;
        tell();
        await Promise.race([wait(AGAIN), new Promise((resolve) => addEventListener("online", resolve, { once: true }))]);
      }
    }
  } finally {
    if (waits) kept -= 1;
    localStorage.removeItem(key);
    tell();
  }
}

// The address and the content of a move of this page that was kept when it was closed.
function keptOf(path) {
  const key = Object.keys(localStorage).find((one) => one.startsWith(KEPT + path));
  return key ? [key.slice(KEPT.length), new URLSearchParams(localStorage.getItem(key))] : null;
}

addEventListener("offline", () => lineIs(false));

export { fetched, keptOf, lineIs, post, wait };
