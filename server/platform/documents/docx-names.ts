// How the names in documents compare. Apart from what reads documents, which is needed by few processes and takes long to load.

/** Names are the same whatever their case and whatever stands between letters and digits: `Start date` is `startDate`. */
export const keyOfName = (name: string): string =>
  name === '.' ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
