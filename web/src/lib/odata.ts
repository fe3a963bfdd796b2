// Pieces of `$filter` as the API takes them: docs/odata.md.

/** A text as a literal. */
export function odataText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Rows in which every word is part of one of these properties. */
export function containsWords(properties: readonly string[], text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words
    .slice(0, 6)
    .map(
      (word) => `(${properties.map((property) => `contains(${property},${odataText(word)})`).join(' or ')})`,
    )
    .join(' and ')
}
