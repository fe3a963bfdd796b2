// Counts in texts. Texts have no hooks, so whose habits count is set once, when it is known who reads.

// the first one loads what the browser knows of languages, which the start of the app does not wait for
let numbers: Intl.NumberFormat | undefined

/** From now on counts are written as in this language; one that the browser does not know changes nothing. */
export function countIn(locale: string): void {
  try {
    numbers = new Intl.NumberFormat(locale)
  } catch {
    // an unknown language: counts stay as they are
  }
}

/** "1,234" */
export function numberText(count: number): string {
  numbers ??= new Intl.NumberFormat('en-GB')
  return numbers.format(count)
}

/** "1 file", "1,234 files" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
