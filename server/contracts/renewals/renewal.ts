// Renewals: for how long a contract is renewed, and what was decided before it ended.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { fullNameSql } from '../../identity/users/full-name-sql.ts'
import { contractsVisibleTo, getContractToSee } from '../access.ts'
import type { Contract } from '../contract.ts'
import {
  dayAfterPeriod,
  type KnownNoticePeriod,
  type NoticePeriod,
  readNoticePeriod,
} from '../key-dates/notice-period.ts'
import type { RenewalDecision } from './decisions.ts'

/** How long a renewal lasts. */
export type RenewalTerm = NoticePeriod

interface Named {
  readonly id: number
  readonly name: string
}

/** What somebody decided before a contract ended. */
export interface DecidedRenewal {
  readonly id: number
  readonly decision: RenewalDecision
  /** The day on which the contract would have ended. */
  readonly expiry: string
  readonly renewedUntil: string | null
  readonly reason: string | null
  readonly by: { readonly id: string; readonly name: string }
  readonly at: Date
  readonly withdrawn: boolean
  /** The new contract of a renegotiation; null if the reader does not see it. */
  readonly draft: Named | null
  /** The letter that gives notice, among the files of the contract. */
  readonly notice: Named | null
}

export interface Renewal {
  readonly expiry: string | null
  readonly notice: KnownNoticePeriod | undefined
  readonly term: RenewalTerm | null
  /** Of the term; 0 without one. */
  readonly version: number
  /** The day on which it would end if it were renewed now; null without an expiry or a term. */
  readonly renewedUntil: string | null
  /** What holds for the present expiry; null while nothing is decided. */
  readonly decision: DecidedRenewal | null
  /** All that were made, the latest first. */
  readonly decisions: readonly DecidedRenewal[]
  /** The contract that this one is to replace. */
  readonly replaces: Named | null
}

type Key = Pick<Contract, 'organisationId' | 'id'>

/** The renewal of a contract that the actor sees; not_found otherwise. */
export async function getRenewal({ db }: App, actor: Actor, contractId: number): Promise<Renewal> {
  const contract = await getContractToSee(db, actor, contractId)
  const [term, notice, decisions, replaces] = await Promise.all([
    findRenewalTerm(db, contract),
    readNoticePeriod(db, contract),
    readDecisions(db, actor, contract),
    findReplaced(db, actor, contract),
  ])
  const expiry = contract.expiry?.slice(0, 10) ?? null
  return {
    expiry,
    notice,
    term: term ? { amount: term.amount, unit: term.unit } : null,
    version: term?.version ?? 0,
    renewedUntil: term && expiry !== null ? dayAfterPeriod(expiry, term) : null,
    decision: decisions.find((each) => !each.withdrawn && each.expiry === expiry) ?? null,
    decisions,
    replaces,
  }
}

/** The term as it is stored; undefined if there is none. */
export async function findRenewalTerm(
  db: Reader,
  { organisationId, id }: Key,
): Promise<(RenewalTerm & { readonly version: number }) | undefined> {
  const row = await db
    .selectFrom('contract_renewal_terms')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .select(['amount', 'unit', 'version'])
    .executeTakeFirst()
  return row && { ...row, unit: row.unit as RenewalTerm['unit'] }
}

async function readDecisions(
  db: Reader,
  actor: Actor,
  contract: Key & MaySee,
): Promise<readonly DecidedRenewal[]> {
  // not through access.ts: who sees the contract sees its files that are not private
  const rows = await db
    .selectFrom('contract_renewal_decisions as d')
    .innerJoin('users as decider', 'decider.id', 'd.decided_by')
    .leftJoin('files as f', (join) =>
      join
        .onRef('f.organisation_id', '=', 'd.organisation_id')
        .onRef('f.id', '=', 'd.notice_file_id')
        .on('f.deleted_at', 'is', null)
        .on('f.private', '=', false),
    )
    .where('d.organisation_id', '=', contract.organisationId)
    .where('d.contract_id', '=', contract.id)
    .orderBy('d.id', 'desc')
    .select([
      'd.id',
      'd.decision',
      'd.expiry',
      'd.renewed_until as renewedUntil',
      'd.reason',
      'd.decided_by as userId',
      sql<string>`${fullNameSql('decider')}`.as('userName'),
      'd.decided_at as at',
      'd.withdrawn_at as withdrawnAt',
      'd.draft_id as draftId',
      'f.id as fileId',
      'f.name as fileName',
    ])
    .execute()
  const drafts = await namesOf(
    db,
    actor,
    rows.flatMap(({ draftId }) => (draftId === null ? [] : [draftId])),
  )
  return rows.map((row) => ({
    id: row.id,
    decision: row.decision as RenewalDecision,
    expiry: row.expiry,
    renewedUntil: row.renewedUntil,
    reason: row.reason,
    by: { id: row.userId, name: row.userName },
    at: row.at,
    withdrawn: row.withdrawnAt !== null,
    draft: (row.draftId === null ? undefined : drafts.find(({ id }) => id === row.draftId)) ?? null,
    notice: row.fileId === null || row.fileName === null ? null : { id: row.fileId, name: row.fileName },
  }))
}

/** The names of contracts, of those that the actor sees. */
const namesOf = async (db: Reader, actor: Actor, ids: readonly number[]): Promise<readonly Named[]> =>
  ids.length === 0
    ? []
    : contractsVisibleTo(db, actor)
        .where('contracts.id', 'in', ids)
        .select(['contracts.id', 'contracts.name'])
        .execute()

async function findReplaced(db: Reader, actor: Actor, { organisationId, id }: Key): Promise<Named | null> {
  const row = await db
    .selectFrom('contract_renewal_decisions')
    .where('organisation_id', '=', organisationId)
    .where('draft_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .select('contract_id as contractId')
    .executeTakeFirst()
  if (!row) return null
  const [named] = await namesOf(db, actor, [row.contractId])
  return named ?? null
}
