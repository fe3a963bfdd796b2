// The words of what legal work costs.
import { counted } from '../../lib/counted.ts'

const shared = {
  kind: 'Kind',
  kinds: { People: 'People', Software: 'Software', Other: 'Other', OutsideCounsel: 'Outside counsel' },
  amount: 'Amount',
  currency: 'Currency',
  hours: 'Hours',
  department: 'Department',
  note: 'Note',
  all: 'All',
} as const

/** The words of inside costs. */
export const insideCostTexts = {
  ...shared,
  title: 'Inside costs',
  lead: 'What the department itself costs, by fiscal month. Law firms never see any of it.',
  report: 'Inside against outside',
  one: 'cost',
  several: 'costs',
  month: 'Month',
  monthDay: 'A day of the month',
  costCentre: 'Cost centre',
  costCentreCode: 'Cost centre: code',
  costCentreName: 'Cost centre: name',
  source: 'Source',
  sources: { Entered: 'Entered', Imported: 'Imported' },
  file: 'File',
  by: 'By',
  add: 'Enter a cost',
  import: 'Import CSV',
  emptyTitle: 'No inside costs yet',
  emptyText: 'Enter what people, software and the rest cost in a month, or import a CSV.',
  amountIn: (currency: string) => (currency === '' ? 'Amount' : `Amount in ${currency}`),
  hoursCounted: 'Hours, where they are counted',
  noDepartment: 'None',
  cancel: 'Cancel',
  save: 'Save',
  added: 'Cost entered',
  correct: 'Correct',
  correctTitle: 'Correct this cost',
  corrected: 'Cost corrected',
  reason: 'Reason',
  reasonHint: 'Kept with the versions of the cost.',
  remove: 'Remove',
  removeTitle: 'Remove this cost?',
  removeText: 'It goes with its versions. The history of the organisation keeps that it was there.',
  removed: 'Cost removed',
  history: 'Versions',
  versionBy: (name: string, when: string) => `${name}, ${when}`,
  entered: 'Entered',
  imported: (file: string) => `Imported, ${file}`,
  hoursOf: (hours: string) => `${hours} hours`,
  importTitle: 'Import inside costs from a CSV',
  importLead:
    'With the headings Month, Kind and Amount, and if you like Cost centre, Department, Hours and Note. All costs of the file are taken, or none.',
  drop: 'Drop a CSV of costs here',
  chooseFile: 'CSV of inside costs',
  correctKept: 'Correct costs that are kept with other values',
  found: (added: number, corrected: number, unchanged: number) =>
    [
      counted(added, 'new cost'),
      corrected === 0 ? '' : counted(corrected, 'correction'),
      unchanged === 0 ? '' : `${unchanged} kept already`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  importNow: 'Import these costs',
  importDone: 'Costs imported',
} as const

/** The words of inside and outside costs. */
export const legalCostTexts = {
  ...shared,
  title: 'Inside and outside costs',
  lead: 'Inside costs, and what was approved of invoices, without tax.',
  one: 'cost',
  several: 'costs',
  side: 'Inside or outside',
  sides: { Inside: 'Inside', Outside: 'Outside' },
  date: 'Date',
  firm: 'Firm',
  matter: 'Matter',
  invoice: 'Invoice',
  emptyTitle: 'No costs yet',
  emptyText: 'Inside costs and approved invoices are listed here.',
} as const
