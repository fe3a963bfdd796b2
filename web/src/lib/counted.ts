// Counts in texts. Texts have no hooks, so whose habits count is set once, when it is known who reads.

let numbers = new Intl.NumberFormat('en-GB')

/** From now on counts are written as in this language; one that the browser does not know changes nothing. */
export function countIn(locale: string): void {
  try {
    numbers = new Intl.NumberFormat(locale)
  } catch {
    // an unknown language: counts stay as they are
  }
}

/** "1,234" */
export const numberText = (count: number): string => numbers.format(count)

/** "1 file", "1,234 files" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
