// What changes one record of each list that can be changed in the background.
import { changeOneOf } from '../../http/v2/reports/bulk.ts'
import type { ChangeOne } from '../../records/bulk/bulk-change.ts'
import { taskBulkChange } from '../../tasks/v2/reports.ts'
import { queueBulkChange } from '../../intake/v2/queue.ts'
import { recordChanges } from './record-kinds.ts'

/** By the name of the list. */
export const bulkChanges: ReadonlyMap<string, ChangeOne> = new Map([
  ...recordChanges,
  ['tasks', changeOneOf(taskBulkChange)],
  ['intake', changeOneOf(queueBulkChange)],
])
