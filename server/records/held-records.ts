// The records of an organisation that are under a legal hold, for its administrators. This file alone lists them.
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { personColumns } from '../identity/users/person-columns.ts'
import { isMember } from './membership-sql.ts'
import type { AnyKind } from './record-kind.ts'
import type { Row } from './run-for-caller.ts'

/**
 * All records of the kind in the actor's organisation that are under a hold. Name and reason of a restricted one are
 * for its members, as in all lists; that it is held is known all the same, so that no hold is forgotten.
 */
export function heldRows(kind: AnyKind, app: App, actor: Actor): RowSource {
  const column = (name: string) => sql.ref(`${kind.table}.${name}`)
  // not through access.ts: an administrator answers for every hold, also on what they may not open
  const found = (app.db as unknown as Kysely<{ record: Row }>)
    .selectFrom(kind.table as 'record')
    .where(
      sql<SqlBool>`${column('organisation_id')} = ${actor.organisationId} and ${column('legal_hold_at')} is not null`,
    )
  return rowSource(found, heldListing(kind, actor))
}

function heldListing(kind: AnyKind, actor: Actor): Listing {
  const own = (columnKind: Catalogue[string]['kind'], name: string) =>
    ({ kind: columnKind, nullable: false, sql: sql.ref(`${kind.table}.${name}`) }) as const
  const named = sql`(not ${sql.ref(`${kind.table}.restricted`)} or ${isMember(kind, actor)})`
  const ofMembers = (name: string) =>
    ({
      kind: 'text',
      nullable: true,
      sql: sql`case when ${named} then ${sql.ref(`${kind.table}.${name}`)} end`,
    }) as const
  return {
    id: { kind: 'integer', sql: sql.ref(`${kind.table}.id`) },
    catalogue: {
      id: own('integer', 'id'),
      name: ofMembers('name'),
      reason: ofMembers('legal_hold_reason'),
      restricted: own('boolean', 'restricted'),
      ownerId: own('uuid', 'owner_id'),
      ...personColumns('owner', `${kind.table}.owner_id`),
      heldAt: own('moment', 'legal_hold_at'),
      heldById: own('uuid', 'legal_hold_by'),
      ...personColumns('heldBy', `${kind.table}.legal_hold_by`),
    },
  }
}
