// The people on a contract, as a list that can be filtered and sorted.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Catalogue, conditionOf, type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { pictureIds } from '../users/queries.ts'
import { getContractToSee } from './access.ts'

const text = (expression: ReturnType<typeof sql>) =>
  ({ kind: 'text', nullable: false, sql: expression }) as const

/** What the list of members can be filtered and sorted by. */
export const memberCatalogue = {
  userId: { kind: 'uuid', nullable: false, sql: sql.ref('users.id') },
  firstName: text(sql.ref('users.first_name')),
  lastName: text(sql.ref('users.last_name')),
  fullName: text(sql`users.first_name || ' ' || users.last_name`),
  organisationId: { kind: 'integer', nullable: false, sql: sql.ref('users.organisation_id') },
  organisationName: text(sql.ref('organisations.name')),
} as const satisfies Catalogue

/** A page of the people on the contract, and how many there are in all. */
export async function listMembers(
  app: App,
  actor: Actor,
  contractId: number,
  { filter, sort, skip, take }: ListQuery,
): Promise<{ readonly people: readonly Person[]; readonly total: number }> {
  const contract = await getContractToSee(app.db, actor, contractId)
  // not through access.ts: the contract has been asked for there, and here are the people on it
  let members = app.db
    .selectFrom('contract_members')
    .innerJoin('users', 'users.id', 'contract_members.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('contract_members.organisation_id', '=', contract.organisationId)
    .where('contract_members.contract_id', '=', contract.id)
  if (filter) members = members.where(conditionOf(filter, memberCatalogue))
  const [people, { total }] = await Promise.all([
    members
      .select([
        'users.id',
        'users.first_name as firstName',
        'users.last_name as lastName',
        'users.organisation_id as organisationId',
        'organisations.name as organisationName',
        ...pictureIds,
      ])
      .orderBy(orderOf(sort, memberCatalogue, sql.ref('users.id')))
      .limit(take)
      .offset(skip)
      .execute(),
    members.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { people, total }
}
