// All texts of the page of a contract that matters do not have.

/** The words of the page of a contract. */
export const contractTexts = {
  keyFacts: 'Key facts',
  noDocument: 'This contract has no document.',
  next: 'Next date',
  nextDate: (name: string, when: string) => `${name}, ${when}`,
} as const
