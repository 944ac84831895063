// What somebody gives to chance is sealed in this browser, which keeps it until it is opened: the server is told the seal
// alone. Without this script, or where a browser works out no hashes, the server seals what is typed, and one types it again.
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const given = (text) => sha256(new TextEncoder().encode(text.trim().normalize("NFC")));

// Where what was given is kept: for all forms about one game, series or league. Several seats give several things.
const place = (form) => `chance ${new URL(form.getAttribute("action"), location).pathname.replace(/\/[^/]*$/, "")}`;
const kept = (form) => JSON.parse(localStorage.getItem(place(form)) ?? "[]");
const keep = (form, text) => localStorage.setItem(place(form), JSON.stringify([...new Set([text, ...kept(form)])]));

// The seal is made while one types, so that it is there when the form is sent.
async function seal(field) {
  const text = field.value;
  field.form.elements.entropy_hash.value = "";
  const made = text.trim() ? hex(await sha256(await given(text))) : "";
  if (field.value === text) field.form.elements.entropy_hash.value = made;
}
const isSealed = (form) => Boolean(form.elements.entropy_hash?.value) && (form.elements.sealed?.checked ?? true);

document.addEventListener("input", (event) => {
  if (event.target.matches("input[name=entropy]") && event.target.form.elements.entropy_hash) seal(event.target);
});
document.addEventListener("click", (event) => {
  const field = event.target.closest("button.by-chance")?.form.elements.entropy;
  if (!field) return;
  field.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  seal(field);
});

// What is sealed stays here. The field can be filled in again where the form stays, as it was refused.
document.addEventListener(
  "submit",
  ({ target: form }) => {
    const field = form.elements.entropy;
    if (!field || !isSealed(form)) return;
    keep(form, field.value);
    field.disabled = true;
    setTimeout(() => (field.disabled = false));
  },
  true,
);

// Forms that open something are filled in with what this browser has kept, and none other can offer to choose.
async function fill() {
  for (const button of document.querySelectorAll("button.by-chance[hidden]")) button.hidden = !crypto.subtle;
  for (const field of document.querySelectorAll("input[name=entropy][data-seal]:not([value]):placeholder-shown")) {
    for (const text of kept(field.form)) {
      if (!field.dataset.seal || hex(await sha256(await given(text))) === field.dataset.seal) field.value ||= text;
    }
  }
}
document.addEventListener("shown", fill);
fill();
