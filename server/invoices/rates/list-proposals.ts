// Lists of proposals, and one of them with its rates, what they would change, and its steps.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { proposalsVisibleTo } from './access.ts'
import {
  listProposedRates,
  listSteps,
  movesOf,
  type ProposalMove,
  type ProposalStatus,
  proposalStatuses,
  type ProposalStep,
  type ProposedRate,
} from './proposal.ts'
import { type Comparison, compareProposal } from './proposal-cost.ts'

const own = (kind: Column['kind'], column: string): Column => ({
  kind,
  nullable: false,
  sql: sql.ref(`rate_proposals.${column}`),
})
const organisationName = (column: string): Column => ({
  kind: 'text',
  nullable: false,
  sql: sql`(select o.name from organisations o where o.id = ${sql.ref(column)})`,
})

/** The columns that can be returned, filtered by and sorted by. */
export const proposalListing = {
  catalogue: {
    id: own('integer', 'id'),
    customerId: own('integer', 'organisation_id'),
    customerName: organisationName('rate_proposals.organisation_id'),
    firmId: own('integer', 'provider_id'),
    firmName: organisationName('rate_proposals.provider_id'),
    status: { ...own('choice', 'status'), choices: proposalStatuses },
    rateCount: {
      kind: 'integer',
      nullable: false,
      sql: sql`(select count(*)::int from rate_proposal_lines l
        where l.organisation_id = rate_proposals.organisation_id and l.proposal_id = rate_proposals.id)`,
    },
    version: own('integer', 'version'),
    createdAt: own('moment', 'created_at'),
    updatedAt: own('moment', 'updated_at'),
  },
  id: { kind: 'integer', sql: sql.ref('rate_proposals.id') },
} as const satisfies Listing

/** The proposals that the actor sees. Throws forbidden for somebody who does not work on invoices. */
export const proposalRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(proposalsVisibleTo(db, actor), proposalListing)

export interface ProposalDetails {
  readonly row: ListedRow
  readonly rates: readonly (ProposedRate & { readonly comparison: Comparison })[]
  /** Hours and costs are for the organisation that pays. */
  readonly isPayer: boolean
  readonly steps: readonly ProposalStep[]
  readonly can: readonly ProposalMove[]
}

/** A proposal that the actor sees; not_found for any other. */
export async function getProposal(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ProposalDetails> {
  const row = await proposalRows(app, actor).get(id, columns)
  const of = { organisationId: Number(row['customerId']), id }
  const [rates, steps] = await Promise.all([listProposedRates(app.db, of), listSteps(app.db, of)])
  const day = (row['createdAt'] as Date).toISOString().slice(0, 10)
  const asked = { organisationId: of.organisationId, firmId: Number(row['firmId']), day }
  const comparisons = await compareProposal(app.db, asked, rates)
  const isPayer = actor.organisationId === of.organisationId
  return {
    row,
    rates: rates.map((rate, index) => ({ ...rate, comparison: comparisons[index] as Comparison })),
    isPayer,
    steps,
    can: movesOf(row['status'] as ProposalStatus, isPayer ? 'customer' : 'firm'),
  }
}
