// What a select offers: the values that were found, and those that are chosen already.

/**
 * The values found, with the chosen ones as they were given, also if they are not found. The text of a select follows
 * the name of what is chosen, and what is searched for follows the text: under two names one value would be searched
 * for again and again.
 */
export function withChosen<Value>(
  found: readonly Value[],
  chosen: readonly Value[],
  id: keyof Value,
): Value[] {
  const missing = new Map(chosen.map((each) => [each[id], each]))
  const all = found.map((each) => {
    const given = missing.get(each[id])
    missing.delete(each[id])
    return given ?? each
  })
  return [...all, ...missing.values()]
}
