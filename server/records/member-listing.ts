// The people on a record as rows of a list, with what each is on it.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../platform/lists/list-page.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { personNameColumn } from '../identity/users/person-columns.ts'
import type { Responsible } from './access-rule.ts'
import { getToSee } from './access.ts'
import { membersOf } from './members.ts'
import type { AnyKind, RecordBase, RecordKind } from './record-kind.ts'

/** What somebody can be on a record. A delegate stands in for the owner, or for the manager. */
export type MemberRole = 'Member' | 'Owner' | 'Manager' | 'OwnerDelegate' | 'ManagerDelegate'

const text = (expression: RawBuilder<unknown>, nullable = false) =>
  ({ kind: 'text', nullable, sql: expression }) as const

/** What a list of them can show, be filtered by and be sorted by, over `m`, `users` and the record. */
export function memberListing(kind: AnyKind, { organisationId, userId }: Actor): Listing {
  const { addedBy } = kind.members
  const own = sql`(m.organisation_id = ${organisationId} or m.user_id = ${userId})`
  return {
    id: { kind: 'uuid', sql: sql.ref('users.id') },
    catalogue: {
      userId: { kind: 'uuid', nullable: false, sql: sql.ref('users.id') },
      userEmail: text(sql.ref('users.email')),
      userFirstName: text(sql.ref('users.first_name')),
      userLastName: text(sql.ref('users.last_name')),
      userOrganisationId: { kind: 'integer', nullable: false, sql: sql.ref('users.organisation_id') },
      roles: text(rolesSql(kind)),
      note: text(sql`case when ${own} then m.note end`, true),
      addedAt: { kind: 'moment', nullable: false, sql: sql.ref('m.added_at') },
      addedByName: text(
        addedBy
          ? sql`case when ${own} then ${personNameColumn(`m.${addedBy}`, true).sql} end`
          : sql`null::text`,
        true,
      ),
    } satisfies Catalogue,
  }
}

function rolesSql({ table, members, access }: AnyKind): RawBuilder<unknown> {
  // not through access.ts: who sees a record sees what the people on it are
  const record = (column: string) => sql`(select ${sql.ref(`r.${column}`)} from ${sql.table(table)} r
    where r.organisation_id = m.organisation_id and r.id = ${sql.ref(`m.${members.recordId}`)})`
  const { owner, manager } = access.responsible
  const rolesIn = ({ column, delegate }: Responsible, [role, standIn]: readonly [MemberRole, MemberRole]) => [
    [role, sql`${record(column)} = m.user_id`] as const,
    ...(delegate === undefined ? [] : [[standIn, sql.ref(`m.${delegate}`)] as const]),
  ]
  const roles = [
    ...rolesIn(owner, ['Owner', 'OwnerDelegate']),
    ...(manager ? rolesIn(manager, ['Manager', 'ManagerDelegate']) : []),
  ]
  const named = roles.map(([role, holds]) => sql`case when ${holds} then ${sql.lit(role)} end`)
  return sql`array_remove(array['Member', ${sql.join(named)}], null)`
}

/** A page of them; not_found for a record that the caller does not see. */
export async function listMemberRows<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { recordId, ...asked }: PageAsked & { readonly recordId: number },
): Promise<Page> {
  const record = await getToSee(kind, db, actor, recordId)
  const { sort } = asked.query
  const inOrder = sort.length > 0 ? sort : byName
  return readPage(membersOf(kind, db, record), memberListing(kind, actor), {
    ...asked,
    query: { ...asked.query, sort: inOrder },
  })
}

const byName = ['userLastName', 'userFirstName'].map((name) => ({ name, descending: false }))
