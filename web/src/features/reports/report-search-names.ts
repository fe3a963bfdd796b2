// The parameters of the address of a report: alone, because the routes of all pages are loaded with the first one.

/** What the address of a report has. */
export const reportSearchNames = [
  'list',
  'by',
  'measures',
  'filter',
  'range',
  'compare',
  'order',
  'chart',
  'top',
  'ownCurrency',
  'asOf',
  'ready',
  'saved',
] as const
