// All texts of the money of a matter.

/** The words of the tab "Money". */
export const moneyTexts = {
  guidelines: 'Billing guidelines of this matter',
  currency: 'Currency',
  cancel: 'Cancel',
  versions: 'Versions',
  versionBy: (name: string, at: string) => `${name}, ${at}`,
  none: 'No invoices yet',
  noneLead: 'Invoices that law firms send for this matter are listed here.',
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
} as const
