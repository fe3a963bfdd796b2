// The texts of the list of money by date.

export const moneyTexts = {
  title: 'Money by date',
  one: 'amount',
  several: 'amounts',
  all: 'All amounts',
  actual: 'Actual',
  planned: 'Planned and expected',
  kind: 'Kind',
  kinds: {
    Actual: 'Actual',
    Pending: 'Pending',
    Accrued: 'Accrued',
    Budget: 'Budget',
    Expected: 'Expected',
  },
  date: 'Date',
  matter: 'Matter',
  firm: 'Firm',
  invoice: 'Invoice',
  currency: 'Currency',
  amount: 'Amount',
  forecast: 'In the forecast',
  emptyTitle: 'No amounts',
  emptyText: 'What matters have cost and are planned to cost is listed here by day.',
}
