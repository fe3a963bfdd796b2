// The mail domains of an organisation, and those that wait for their proof.
import type { Reader } from '../../../platform/postgres/database.ts'
import { type ProofProblem, recordOf } from './claim-domain.ts'

export interface MailDomain {
  readonly domain: string
  /** `Operator` of what was added by the command line, without a proof. */
  readonly state: 'Waiting' | 'Proved' | 'Operator'
  readonly addedAt: Date
  /** What must be published while it waits. */
  readonly record: { readonly name: string; readonly value: string } | null
  /** The last look for the record, if it found something else. */
  readonly lastCheck: { readonly at: Date; readonly problem: ProofProblem } | null
}

/** Sorted by their names. */
export async function listMailDomains(db: Reader, organisationId: number): Promise<readonly MailDomain[]> {
  const domains = await db
    .selectFrom('mail_domains')
    .where('organisation_id', '=', organisationId)
    .select(['domain', 'created_at', 'proved_at'])
    .execute()
  const claims = await db
    .selectFrom('mail_domain_claims')
    .where('organisation_id', '=', organisationId)
    .select(['domain', 'created_at', 'proof', 'checked_at', 'problem'])
    .execute()
  const all: readonly MailDomain[] = [
    ...domains.map((row) => ({
      domain: row.domain,
      state: row.proved_at ? ('Proved' as const) : ('Operator' as const),
      addedAt: row.proved_at ?? row.created_at,
      record: null,
      lastCheck: null,
    })),
    ...claims.map((row) => ({
      domain: row.domain,
      state: 'Waiting' as const,
      addedAt: row.created_at,
      record: recordOf(row.domain, row.proof),
      lastCheck: row.checked_at && { at: row.checked_at, problem: row.problem as ProofProblem },
    })),
  ]
  return all.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))
}

export interface ProvedDomain {
  readonly organisationId: number
  readonly domain: string
  readonly provedAt: Date
}

/** The mail domains that organisations have proven to be theirs, sorted by their names. */
export async function listProvedDomains(
  db: Reader,
  organisationIds: readonly number[],
): Promise<readonly ProvedDomain[]> {
  if (organisationIds.length === 0) return []
  return db
    .selectFrom('mail_domains')
    .where('organisation_id', 'in', organisationIds)
    .where('proved_at', 'is not', null)
    .orderBy('domain')
    .select(['organisation_id as organisationId', 'domain', 'proved_at as provedAt'])
    .$narrowType<{ provedAt: Date }>()
    .execute()
}
