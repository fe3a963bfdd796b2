// What the print of a list says: loaded with it.
import { numberText } from '../../lib/counted.ts'

/** The texts. */
export const printTexts = {
  first: (most: number, all: number, several: string) =>
    `The first ${numberText(most)} of ${numberText(all)} ${several}; export the list to have all of them`,
  failed: 'The list could not be read to print it. Try again.',
}
