// The lists of reports among those that odata-lists.ts documents.
import { savedReportListing } from '../server/reports/list-saved-reports.ts'
import { mailingListing } from '../server/reports/mailings/list-mailings.ts'
import { mailingProperties } from '../server/reports/v2/mailings.wire.ts'
import { reportProperties } from '../server/reports/v2/saved-reports.wire.ts'
import type { DocumentedList } from './odata-lists.ts'

/** Saved reports, and those that are mailed. */
export const reportLists: readonly DocumentedList[] = [
  { paths: ['/v2/reports'], resource: { ...savedReportListing, properties: reportProperties } },
  { paths: ['/v2/reports/mailings'], resource: { ...mailingListing, properties: mailingProperties } },
]
