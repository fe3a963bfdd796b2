// The names of the events of reports and views, for event-names.ts.

/** Like the others there: one that has been used must not be renamed. */
export const namesOfReports = [
  'dashboard.created',
  'dashboard.deleted',
  'dashboard.updated',
  'report.created',
  'report.deleted',
  'report.mailing.created',
  'report.mailing.deleted',
  'report.mailing.ended',
  'report.mailing.sent',
  'report.mailing.updated',
  'report.updated',
  'view.created',
  'view.deleted',
  'view.updated',
] as const
