// All texts of the money of a matter.

/** The words of the tab "Money". */
export const moneyTexts = {
  none: 'There are no invoices on this matter yet.',
  notLoaded: 'The invoices could not be loaded',
  invoices: 'Invoices',
  number: 'Number',
  from: 'From',
  date: 'Date',
  status: 'Status',
  total: 'Total',
  open: 'To be reviewed',
  approved: 'Approved',
  paid: 'Paid',
  states: { InReview: 'In review' } as Readonly<Record<string, string>>,
} as const
