// Lists of status messages, on any kind of record.
import { sql } from 'kysely'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { personColumns } from './person-columns.ts'

/** The columns of a list of the messages in the table. */
export const messageListing = (table: string) =>
  ({
    catalogue: {
      id: { kind: 'integer', nullable: false, sql: sql.ref(`${table}.id`) },
      message: { kind: 'text', nullable: false, sql: sql.ref(`${table}.message`) },
      createdAt: { kind: 'moment', nullable: false, sql: sql.ref(`${table}.created_at`) },
      createdById: { kind: 'uuid', nullable: false, sql: sql.ref(`${table}.user_id`) },
      ...personColumns('createdBy', `${table}.user_id`),
    } satisfies Catalogue,
    id: { kind: 'integer', sql: sql.ref(`${table}.id`) },
  }) as const satisfies Listing
