// Notices on this device: the browser subscribes with the key that the page tells, and the form sends what it is given.
const form = document.getElementById("this-device");
const words = document.getElementById("device-words");
const tell = (name) => {
  words.textContent = words.dataset[name];
  words.hidden = false;
};

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const written = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const subscribed = async () =>
  (await navigator.serviceWorker.getRegistration(form.dataset.worker))?.pushManager.getSubscription();

async function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (worker && !registration.active) {
    await new Promise((resolve) => {
      worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
    });
  }
  return registration;
}

// A subscription that nobody here knows may be one with another key: it makes room for a new one.
async function subscribe() {
  const registration = await active(await navigator.serviceWorker.register(form.dataset.worker));
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) });
}

async function add() {
  if ((await Notification.requestPermission()) !== "granted") return tell("denied");
  try {
    const subscription = await subscribe();
    form.elements.endpoint.value = subscription.endpoint;
    for (const name of ["p256dh", "auth"]) form.elements[name].value = written(subscription.getKey(name));
  } catch {
    return tell("failed");
  }
  form.submit();
}

// Of the devices in the list the one that this is, if it is there.
async function find() {
  const endpoint = (await subscribed())?.endpoint;
  const here = [...document.querySelectorAll("[data-endpoint]")].find((one) => one.dataset.endpoint === endpoint);
  if (!here) return (form.hidden = false);
  here.querySelector(".here").hidden = false;
  here.querySelector("form.end").addEventListener("submit", async (event) => {
    event.preventDefault();
    await (await subscribed())?.unsubscribe();
    event.target.submit();
  });
}

if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) tell("unable");
else if (Notification.permission === "denied") tell("denied");
else {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add();
  });
  navigator.serviceWorker.addEventListener("message", () => window.location.reload());
  navigator.serviceWorker.startMessages();
  find();
}
