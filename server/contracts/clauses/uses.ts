// Where a clause is used: in the documents of contract types, and in contracts that were drafted with it.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { contractsVisibleTo, getContractToSee } from '../access.ts'
import { clausesVisibleTo } from './access.ts'
import type { ClauseState } from './clause.ts'
import { clauseListing } from './list-clauses.ts'

export interface ClauseUses {
  /** Contract types whose documents have it, by name; those that are out of use as well. */
  readonly types: readonly {
    readonly id: number
    readonly name: string
    readonly isActive: boolean
    /** That the document names. */
    readonly alternative: string | null
    /** The field whose answer names the alternative. */
    readonly chosenBy: string | null
  }[]
  /** Those that the reader sees, the latest first. */
  readonly contracts: readonly {
    readonly id: number
    readonly name: string
    readonly version: number
    readonly alternative: string | null
  }[]
  /** Whether there are more contracts than are listed. */
  readonly hasMore: boolean
}

const mostShown = 200

/** Where a clause of the actor's organisation is used; not_found for one of another. */
export async function getClauseUses({ db }: App, actor: Actor, id: number): Promise<ClauseUses> {
  const { organisationId } = actor
  const [clause, types, contracts] = await Promise.all([
    clausesVisibleTo(db, actor).where('clauses.id', '=', id).select('clauses.id').executeTakeFirst(),
    db
      .selectFrom('contract_template_clauses as u')
      .innerJoin('contract_templates as t', (join) =>
        join.onRef('t.organisation_id', '=', 'u.organisation_id').onRef('t.id', '=', 'u.template_id'),
      )
      .where('u.organisation_id', '=', organisationId)
      .where('u.clause_id', '=', id)
      .select(['t.id', 't.name', 't.deleted_at', 'u.alternative', 'u.chosen_by'])
      .orderBy('t.name')
      .orderBy('t.id')
      .orderBy('u.place')
      .execute(),
    contractsOf(db, actor, id),
  ])
  if (!clause) throw notFound()
  return {
    types: types.map(({ deleted_at, chosen_by, ...type }) => ({
      ...type,
      isActive: deleted_at === null,
      chosenBy: chosen_by,
    })),
    contracts: contracts.slice(0, mostShown),
    hasMore: contracts.length > mostShown,
  }
}

const contractsOf = (db: Reader, actor: Actor, clauseId: number) =>
  contractsVisibleTo(db, actor)
    .innerJoin('contract_clauses as u', (join) =>
      join
        .onRef('u.organisation_id', '=', 'contracts.organisation_id')
        .onRef('u.contract_id', '=', 'contracts.id'),
    )
    .where('u.organisation_id', '=', actor.organisationId)
    .where('u.clause_id', '=', clauseId)
    .orderBy('contracts.id', 'desc')
    .orderBy('u.place')
    .limit(mostShown + 1)
    .select(['contracts.id', 'contracts.name', 'u.version', 'u.alternative'])
    .execute()

export interface ClauseOfContract {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly state: ClauseState
  readonly version: number
  readonly alternative: string | null
  /** The version in use today. */
  readonly approvedVersion: number | null
  /** Whether that version says something else in its place, or nothing. */
  readonly isTextChanged: boolean
}

/** SQL of the text that went into a document, as a version has it: the standard, or the alternative of that name. */
const textIn = (content: string): RawBuilder<string | null> => sql`case when u.alternative is null
  then ${sql.ref(content)}->>'text' else (select each->>'text'
    from jsonb_array_elements(${sql.ref(content)}->'alternatives') each
    where lower(each->>'name') = lower(u.alternative) limit 1) end`

/**
 * The clauses that a contract was drafted with, in their order. None for people of other organisations: the library is
 * not theirs. Throws not_found for a contract that the actor does not see.
 */
export async function listClausesOfContract(
  { db }: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ClauseOfContract[]> {
  const { organisationId, id } = await getContractToSee(db, actor, contractId)
  if (organisationId !== actor.organisationId) return []
  return clausesVisibleTo(db, actor)
    .innerJoin('contract_clauses as u', (join) =>
      join.onRef('u.organisation_id', '=', 'clauses.organisation_id').onRef('u.clause_id', '=', 'clauses.id'),
    )
    .innerJoin('clause_versions as then', (join) =>
      join
        .onRef('then.organisation_id', '=', 'u.organisation_id')
        .onRef('then.clause_id', '=', 'u.clause_id')
        .onRef('then.version', '=', 'u.version'),
    )
    .leftJoin('clause_versions as today', (join) =>
      join
        .onRef('today.organisation_id', '=', 'u.organisation_id')
        .onRef('today.clause_id', '=', 'u.clause_id')
        .onRef('today.version', '=', 'clauses.approved_version'),
    )
    .where('u.contract_id', '=', id)
    .orderBy('u.place')
    .select(['clauses.id', 'clauses.key', 'clauses.title', 'u.version', 'u.alternative'])
    .select('clauses.approved_version as approvedVersion')
    .select([
      sql<ClauseState>`${clauseListing.catalogue.state.sql}`.as('state'),
      sql<boolean>`${textIn('today.content')} is distinct from ${textIn('then.content')}`.as('isTextChanged'),
    ])
    .execute()
}

/** The name of a contract type in use whose document has the clause; undefined without one. */
export async function typeWithClause(
  db: Reader,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contract_template_clauses as u')
    .innerJoin('contract_templates as t', (join) =>
      join.onRef('t.organisation_id', '=', 'u.organisation_id').onRef('t.id', '=', 'u.template_id'),
    )
    .where('u.organisation_id', '=', organisationId)
    .where('u.clause_id', '=', id)
    .where('t.deleted_at', 'is', null)
    .select('t.name')
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}
