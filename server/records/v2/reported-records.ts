// Lists of records as they are exported, counted by groups and kept as views.
import { formsOfRecords } from '../../fields/forms-of-records.ts'
import { namedColumnsFor } from '../../fields/list-columns-by-name.ts'
import { namesOnForms } from '../../fields/names-on-forms.ts'
import { withFields } from '../../http/v2/field-properties.ts'
import type { Properties } from '../../http/v2/odata-properties.ts'
import type { ReportedSource } from '../../http/v2/reports/reported-list.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { countVisible, groupVisible, listingOf, listVisible } from '../lists/record-lists.ts'
import type { ListFilters } from './filters.wire.ts'

interface Reported extends Pick<ReportedSource, 'name' | 'usual' | 'amounts'> {
  readonly properties: Properties
  readonly filters: ListFilters
}

/** The list of the records of a kind. */
export const reportedRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { name, usual, amounts = [], properties, filters }: Reported,
): ReportedSource => ({
  name,
  usual,
  amounts,
  async open(app, actor, { named: wanted, all }) {
    const onForms = all ? await namesOnForms(app.db, actor, formsOfRecords[kind.kind].forms) : []
    const named = await namedColumnsFor(app.db, actor, [...onForms, ...wanted], kind.kind)
    const listed = {
      ...listingOf(kind, app, actor),
      properties: { ...properties, ...filters.properties },
      collectionProperties: filters.collections,
    }
    const listing = withFields(listed, named)
    return {
      resource: listing,
      fields: named.fields,
      read: (asked) => listVisible(kind, app, actor, { ...asked, listing }),
      count: (query) => countVisible(kind, app, actor, { query, listing }),
      groups: (asked) => groupVisible(kind, app, actor, { ...asked, listing }),
    }
  },
})
