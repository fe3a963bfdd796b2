// What belongs to a matter and can be asked for in filters of lists.
import { sql, type SqlBool } from 'kysely'
import type { Collections } from '../platform/lists/list-query.ts'
import { memberCollection } from '../records/member-collection.ts'
import type { RecordTables } from '../records/record-kind.ts'

/** The members and the tags. */
export const matterCollections = (tables: Pick<RecordTables, 'table' | 'members'>): Collections => ({
  members: memberCollection(tables),
  tags: {
    catalogue: {
      id: { kind: 'integer', nullable: false, sql: sql.ref('tagged.tag_id') },
      description: {
        kind: 'text',
        nullable: false,
        sql: sql`(select t.description from tags t where t.organisation_id = tagged.organisation_id and t.id = tagged.tag_id)`,
      },
    },
    some: (condition) =>
      sql<SqlBool>`exists (select 1 from matter_tags tagged where tagged.organisation_id = matters.organisation_id
        and tagged.matter_id = matters.id and ${condition})`,
  },
})
