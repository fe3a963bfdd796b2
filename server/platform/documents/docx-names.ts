// How names in documents are compared. Separate from the document reader, which few processes need and which is slow to
// load.

/** Names are equal regardless of case and of anything between letters and digits: `Start date` is `startDate`. */
export const keyOfName = (name: string): string =>
  name === '.' ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const placeholder = /\{([^{}]+)\}/g

/** The placeholders in a plain text, as written there. */
export const namesInText = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name.trim())

/** The text with something in place of each placeholder. */
export const withNamesReplaced = (text: string, replace: (name: string) => string): string =>
  text.replaceAll(placeholder, (_, name: string) => replace(name.trim()))
