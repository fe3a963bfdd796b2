// The content types that JSON bodies come as.

/** `application/json`, `text/json` and everything that ends in `+json`. */
export const jsonTypes = /^(?:application|text)\/(?:[\w.+-]+\+)?json(?:;|$)/i
