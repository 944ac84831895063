// Answers as `examined.mjs` does, in a runtime whose Web Crypto knows no Ed25519, as that of older browsers.

const importKey = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = async (format, key, algorithm, ...more) => {
  if (algorithm === "Ed25519") throw new DOMException("Unrecognized name.", "NotSupportedError");
  return importKey(format, key, algorithm, ...more);
};
await import("./examined.mjs");
