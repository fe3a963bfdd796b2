// The words for flags of the billing guidelines.
import { counted } from '../../../lib/counted.ts'

const rules: Readonly<Record<string, string>> = {
  rateAboveAgreed: 'Rate above the agreed one',
  timekeeperNotAgreed: 'Timekeeper without an agreed rate',
  hoursPerDay: 'Hours of a day',
  duplicates: 'Billed twice',
  workOutsideMatter: 'Before opening or after closing',
  oldWork: 'Old work',
  lateInvoice: 'Late invoice',
  expenseCap: 'Expense above the limit',
  receipt: 'Receipt missing',
  vagueText: 'Vague description',
  blockBilling: 'Several tasks in one entry',
  administrative: 'Administrative work',
  meetings: 'Several people at a meeting',
  travel: 'Travel',
  scope: 'Outside the scope',
  hourlyInFixedFee: 'Hours for work with a fixed fee',
  overFixedFee: 'More than the fixed fee',
  earlySuccessFee: 'A success fee before its success',
  overSuccessFee: 'More than the success fee',
  overCap: 'More than the cap on fees',
  volumeDiscount: 'Discount by volume',
  overBudget: 'Over the budget',
}

export const flagTexts = {
  title: 'Billing guidelines',
  /** A rule that this page does not know yet has its name. */
  rule: (name: string) => rules[name] ?? name,
  open: (number: number) => counted(number, 'open flag'),
  invoice: 'Whole invoice',
  line: (number: number) => `Line ${number}`,
  excess: (amount: string) => `${amount} over`,
  accept: 'Accept lines',
  reduce: 'Reduce by the excess',
  dismiss: 'Dismiss',
  restore: 'Restore',
  information: 'For information',
  dismissed: (name: string, because: string) => `Dismissed by ${name}: ${because}`,
  dismissTitle: (number: number) => `Dismiss ${counted(number, 'flag')}`,
  because: 'Why it does not count',
  becauseHint: 'It is counted as a false alarm of the rule; what the rule proposed is taken back.',
  cancel: 'Cancel',
  appliedVersion: (version: number) => `Version ${version} of the guideline`,
} as const
