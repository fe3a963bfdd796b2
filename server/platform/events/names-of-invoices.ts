// The names of the events of invoices and of what is agreed about them, for event-names.ts.

/** Like the others there: one that has been used must not be renamed. */
export const namesOfInvoices = [
  'agreedRate.created',
  'agreedRate.deleted',
  'agreedRate.imported',
  'agreedRate.updated',
  'invoice.created',
  'invoice.status.updated',
  'invoice.updated',
  'invoiceApproval.decided',
  'invoiceApproval.ended',
  'invoiceApproval.requested',
  'invoiceExchange.accepted',
  'invoiceExchange.answered',
  'invoiceExchange.appealed',
  'invoiceExchange.appealsDecided',
  'invoiceExchange.asked',
  'invoiceExchange.decided',
  'invoiceExchange.reminded',
  'invoiceRecipient.created',
  'invoiceRecipient.deleted',
  'invoiceRecipient.updated',
  'rateProposal.answered',
  'rateProposal.created',
] as const
