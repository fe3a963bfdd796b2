// The lists of which views and files are made.
import { reportedKeyDates } from '../../contracts/v2/reports.ts'
import { reportedTasks } from '../../tasks/v2/reports.ts'
import { reportedInvoices } from '../../invoices/v2/reports.ts'
import { reportedShares } from '../../invoices/v2/allocation/listed-shares.ts'
import { reportedInsideCosts } from '../../invoices/v2/inside-costs/inside-costs.ts'
import { reportedLegalCosts } from '../../invoices/v2/inside-costs/legal-costs.ts'
import { reportedMoney } from '../../invoices/v2/by-date/listed-money.ts'
import { reportedInvoiceLines } from '../../invoices/v2/lines.ts'
import { reportedFiles } from '../../files/v2/reports.ts'
import { reportedUsers } from '../../identity/users/v2/reports.ts'
import { reportedQueue } from '../../intake/v2/queue.ts'
import { recordLists } from './record-kinds.ts'

/** The lists that views are kept of. */
export const reportedLists = [
  ...recordLists,
  reportedTasks,
  reportedQueue,
  reportedKeyDates,
  reportedInvoices,
  reportedInvoiceLines,
  reportedShares,
  reportedLegalCosts,
  reportedInsideCosts,
  reportedMoney,
  reportedFiles,
  reportedUsers,
]
