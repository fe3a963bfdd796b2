// How names in documents are compared. Separate from the document reader, which few processes need and which is slow to
// load.

/** Names are equal regardless of case and of anything between letters and digits: `Start date` is `startDate`. */
export const keyOfName = (name: string): string =>
  name === '.' ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
