// The lists of reports among those that odata-lists.ts documents.
import { savedReportListing } from '../server/reports/list-saved-reports.ts'
import { mailingListing } from '../server/reports/mailings/list-mailings.ts'
import { dashboardListing } from '../server/reports/own-dashboards/list-dashboards.ts'
import { dashboardProperties } from '../server/reports/v2/own-dashboards.wire.ts'
import { mailingProperties } from '../server/reports/v2/mailings.wire.ts'
import { reportProperties } from '../server/reports/v2/saved-reports.wire.ts'
import type { DocumentedList } from './odata-lists.ts'

/** Saved reports, dashboards of them, and reports that are mailed. */
export const reportLists: readonly DocumentedList[] = [
  { paths: ['/v2/reports'], resource: { ...savedReportListing, properties: reportProperties } },
  { paths: ['/v2/dashboards'], resource: { ...dashboardListing, properties: dashboardProperties } },
  { paths: ['/v2/reports/mailings'], resource: { ...mailingListing, properties: mailingProperties } },
]
