// Contracts by a few letters, as somebody types them.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import { quickFind, termFrom } from '../platform/lists/quick-find.ts'
import { contractsOf, contractsSharedWith, contractsVisibleTo } from './access.ts'
import { contractCatalogue } from './catalogue.ts'
import type { ContractStage } from './contract.ts'
import { relationshipSql, type Relationship } from './relationship.ts'

export interface FoundContract {
  readonly id: number
  readonly name: string
  readonly stage: ContractStage
  readonly parentId: number | null
  readonly ownerName: string
  readonly relationship: Relationship
}

/** The contracts the caller may see that match what was typed, best first; without anything the latest of their own. */
export async function quickFindContracts(
  app: App,
  actor: Actor,
  { typed, take }: { readonly typed: string; readonly take: number },
): Promise<readonly FoundContract[]> {
  const term = termFrom(typed)
  const own = contractsOf(app.db, actor)
  const findable = (query: typeof own) =>
    query.select([
      'contracts.organisation_id',
      'contracts.id',
      'contracts.name',
      'contracts.external_id',
      'contracts.last_activity_at',
      known(term),
    ])
  const found = await quickFind(app.db, {
    term,
    take,
    own: findable(own),
    shared: contractsSharedWith(app.db, actor).map(findable),
  })
  return showContracts(
    app,
    actor,
    found.map(({ id }) => id),
  )
}

/** Whether the term is the contract's external id or its own id; by the columns themselves, which have indexes. */
function known(term: string) {
  const id = /^[1-9]\d{0,9}$/.test(term) ? sql<SqlBool>` or contracts.id = ${term}::bigint` : sql``
  return sql<SqlBool>`(contracts.external_id = ${term}${id})`.as('known')
}

/** The contracts of these ids that the caller may see, in this order. */
async function showContracts(
  app: App,
  actor: Actor,
  ids: readonly number[],
): Promise<readonly FoundContract[]> {
  if (ids.length === 0) return []
  const { ownerName } = contractCatalogue(app.config.displayIdPrefix, actor)
  const rows = await contractsVisibleTo(app.db, actor)
    .where('contracts.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .select(['contracts.id', 'contracts.name', 'contracts.status', 'contracts.parent_id'])
    .select([sql<string>`${ownerName.sql}`.as('owner_name'), relationshipSql.as('relationship')])
    .withPlugin(prepared)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    return {
      id,
      name: row.name,
      stage: row.status as ContractStage,
      parentId: row.parent_id,
      ownerName: row.owner_name,
      relationship: row.relationship,
    }
  })
}
