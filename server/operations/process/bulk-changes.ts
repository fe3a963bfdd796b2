// What changes one record of each list that can be changed in the background.
import { contractBulkChange } from '../../contracts/v2/reports.ts'
import { changeOneOf } from '../../http/v2/reports/bulk.ts'
import type { ChangeOne } from '../../records/bulk/bulk-change.ts'
import { matterBulkChange } from '../../matters/v2/reports.ts'
import { taskBulkChange } from '../../tasks/v2/reports.ts'

/** By the name of the list. */
export const bulkChanges: ReadonlyMap<string, ChangeOne> = new Map([
  ['matters', changeOneOf(matterBulkChange)],
  ['contracts', changeOneOf(contractBulkChange)],
  ['tasks', changeOneOf(taskBulkChange)],
])
