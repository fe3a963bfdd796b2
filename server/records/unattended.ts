// The records that nobody of their organisation can open, as a list for its administrators: of each only what tells
// them apart.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { personColumns } from '../identity/users/person-columns.ts'
import type { RecordTables } from './record-kind.ts'
import { recordsWithoutSomebody } from './somebody.ts'

/** The records of the actor's organisation that no active person of it may open. */
export function unattendedRows(kind: RecordTables, { db }: App, { organisationId }: Actor): RowSource {
  const column = (columnKind: Catalogue[string]['kind'], name: string) =>
    ({ kind: columnKind, nullable: false, sql: sql.ref(`${kind.table}.${name}`) }) as const
  return rowSource(recordsWithoutSomebody(kind, db, organisationId), {
    id: { kind: 'integer', sql: sql.ref(`${kind.table}.id`) },
    catalogue: {
      id: column('integer', 'id'),
      restricted: column('boolean', 'restricted'),
      ownerId: column('uuid', 'owner_id'),
      ...personColumns('owner', `${kind.table}.owner_id`),
      createdAt: column('moment', 'created_at'),
    },
  })
}
