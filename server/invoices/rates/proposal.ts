// Proposals of rates: a law firm proposes, the organisation approves, counters or declines, and the firm accepts a
// counter or withdraws. Approved or accepted, they become agreed rates. Terms and what is stored.
import {
  type ShownPerson,
  shownPersonColumns,
  shownPersonIn,
} from '../../identity/users/people-on-records.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { NewRate } from './rate.ts'

export const proposalStatuses = ['Proposed', 'Countered', 'Approved', 'Declined', 'Withdrawn'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** What somebody does with a proposal. */
export const proposalMoves = ['approve', 'counter', 'decline', 'accept', 'withdraw'] as const
export type ProposalMove = (typeof proposalMoves)[number]

/** The most rates of one proposal. */
export const mostProposed = 500

interface Rule {
  readonly side: 'customer' | 'firm'
  readonly from: readonly ProposalStatus[]
  readonly to: ProposalStatus
}

/** Who may do what, when, and what comes of it. */
export const proposalRules: Readonly<Record<ProposalMove, Rule>> = {
  approve: { side: 'customer', from: ['Proposed'], to: 'Approved' },
  counter: { side: 'customer', from: ['Proposed', 'Countered'], to: 'Countered' },
  decline: { side: 'customer', from: ['Proposed', 'Countered'], to: 'Declined' },
  accept: { side: 'firm', from: ['Countered'], to: 'Approved' },
  withdraw: { side: 'firm', from: ['Proposed', 'Countered'], to: 'Withdrawn' },
}

/** What this side may do with a proposal now. */
export const movesOf = (status: ProposalStatus, side: Rule['side']): readonly ProposalMove[] =>
  proposalMoves.filter(
    (move) => proposalRules[move].side === side && proposalRules[move].from.includes(status),
  )

/** A proposed rate; `rate` is what the firm proposes. */
export interface ProposedRate extends NewRate {
  /** Counts the rates of the proposal from 1. */
  readonly number: number
  readonly matterName: string | null
  /** What the organisation offers in its place. */
  readonly counterRate: string | null
}

/** A step of a proposal: what it became, with what words. */
export interface ProposalStep {
  readonly status: ProposalStatus
  readonly note: string | null
  readonly by: ShownPerson
  readonly at: Date
}

interface Of {
  readonly organisationId: number
  readonly id: number
}

/** The rates of a proposal that was fetched through access.ts. */
export async function listProposedRates(db: Reader, of: Of): Promise<readonly ProposedRate[]> {
  const rows = await db
    .selectFrom('rate_proposal_lines as l')
    // not through access.ts: only proposals of which the caller sees all matters are fetched
    .leftJoin('matters as m', (join) =>
      join.onRef('m.organisation_id', '=', 'l.organisation_id').onRef('m.id', '=', 'l.matter_id'),
    )
    .where('l.organisation_id', '=', of.organisationId)
    .where('l.proposal_id', '=', of.id)
    .orderBy('l.number')
    .selectAll('l')
    .select('m.name as matter_name')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    matterId: row.matter_id,
    matterName: row.matter_name,
    timekeeperNumber: row.timekeeper_number,
    timekeeper: row.timekeeper,
    timekeeperClass: row.timekeeper_class,
    currency: row.currency,
    rate: row.proposed_rate,
    counterRate: row.counter_rate,
    from: row.starts_on,
    to: row.ends_on,
  }))
}

/** The steps of a proposal that was fetched through access.ts, the first one first. */
export async function listSteps(db: Reader, of: Of): Promise<readonly ProposalStep[]> {
  const rows = await db
    .selectFrom('rate_proposal_steps as s')
    .innerJoin('users', 'users.id', 's.made_by')
    .where('s.organisation_id', '=', of.organisationId)
    .where('s.proposal_id', '=', of.id)
    .orderBy('s.number')
    .select(['s.status', 's.note', 's.made_at'])
    .select([...shownPersonColumns])
    .execute()
  return rows.map((row) => ({
    status: row.status as ProposalStatus,
    note: row.note,
    by: shownPersonIn(row),
    at: row.made_at,
  }))
}
