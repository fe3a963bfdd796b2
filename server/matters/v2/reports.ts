// v2 of matters as a whole: the list of them, and how many are changed.
import { bulkJobs } from '../../records/bulk/commands/keep-bulk-change.ts'
import type { BulkChange } from '../../http/v2/reports/bulk.ts'
import { onlyOfEmpty } from '../../records/v2/bulk-fields.ts'
import { takeBackMatter } from '../commands/take-back-matter.ts'
import { updateMatterAndTags } from '../commands/change-matter-tags.ts'
import { reportedRecords } from '../../records/v2/reported-records.ts'
import { matterKind } from '../matter-kind.ts'
import { bulkChangesFromV2, type MatterBulkChanges } from './bulk.wire.ts'
import { matterFilters, matterProperties } from './matters.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of matters. */
const reportedMatters = reportedRecords(matterKind, {
  name: 'matters',
  properties: matterProperties,
  filters: matterFilters,
  usual: [
    'Id',
    'DisplayId',
    'Name',
    'Type/Name',
    'Status',
    ...person('Owner'),
    ...person('Manager/User'),
    'TeamAssigned/Name',
    'ExternalId',
    'Restricted',
    'Urgent',
    'NextDue',
    'Created/DateUtc',
    'Modified/DateUtc',
    'Closed/DateUtc',
  ],
})

/** How many matters are changed. */
export const matterBulkChange: BulkChange<MatterBulkChanges> = {
  jobs: bulkJobs,
  takeBack: takeBackMatter,
  source: reportedMatters,
  read: bulkChangesFromV2,
  update: (one, actor, id, { changes: { tags, changes }, onlyEmpty }) =>
    updateMatterAndTags(one, actor, id, {
      tags,
      decide: (matter) => (onlyEmpty ? onlyOfEmpty(changes, matter) : changes),
    }),
}
