// The texts of the numbers of records.
import { capitalised } from '../../lib/words.ts'

export const numberingTexts = {
  lead: 'New matters and contracts get their number by a pattern of yours. Numbers that were given stay as they are.',
  none: 'No pattern yet: matters have standard numbers, and contracts none.',
  patterns: 'Patterns',
  pattern: (number: number) => `Pattern ${number}`,
  of: 'Numbers',
  all: (many: string) => `All ${many}`,
  oneType: (many: string, type: string) => `${capitalised(many)}: ${type}`,
  prefix: 'Prefix',
  separator: 'Separator',
  year: 'Year',
  years: { None: 'None', Calendar: 'Calendar year', Financial: 'Financial year' },
  digits: 'Digits',
  next: 'Next number',
  restarts: 'Begin at 1 each year',
  numbers: 'The next three:',
  add: 'Add a pattern',
  remove: 'Remove',
  removeOf: (number: number) => `Remove pattern ${number}`,
  save: 'Save',
  saved: 'The numbers were set.',
}
