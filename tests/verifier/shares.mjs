// Says what holds of the shares in a record.

import { checkedShares } from "../../verifier/verify.mjs";

let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(await checkedShares(JSON.parse(text))));
