// Reads `{key, receipts: {name: receipt}}`, and prints the names of those that the JavaScript module takes, a line each.

import { checkedReceipt, fromHex } from "../../verifier/verify.mjs";

const { key, receipts } = JSON.parse(await new Promise((resolve) => {
  let text = "";
  process.stdin.on("data", (part) => (text += part)).on("end", () => resolve(text));
}));
for (const [name, receipt] of Object.entries(receipts)) {
  const found = await checkedReceipt(receipt, fromHex(key)).catch(() => null);
  if (found !== null) console.log(name);
}
