// The people on a contract, as a list that can be filtered and sorted.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { ListQuery } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { listMembers, memberCatalogue } from '../records/members.ts'
import { contractKind } from './contract-kind.ts'

/** A page of the people on the contract, and how many there are in all. */
export const listContractMembers = (
  { db }: App,
  actor: Actor,
  contractId: number,
  query: ListQuery,
): Promise<{ readonly people: readonly Person[]; readonly total: number }> =>
  listMembers(contractKind, { db, actor }, contractId, { query, catalogue: memberCatalogue, columns: {} })
