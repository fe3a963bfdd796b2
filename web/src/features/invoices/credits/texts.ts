// The words of credit notes on the page of an invoice.
export const creditTexts = {
  title: 'Credit notes',
  credited: 'Credited',
  left: 'Left to credit',
  number: 'Credit note',
  state: 'State',
  amount: 'Amount',
} as const
