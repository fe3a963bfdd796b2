// Versions of guidelines as they are stored. A version is never changed: another one follows it.
import {
  type ShownPerson,
  shownPersonColumns,
  shownPersonIn,
} from '../../identity/users/people-on-records.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { GuidelineRules, RuleInGuideline } from './guideline.ts'

/** Whom a guideline is for: one firm, one matter, or without either all invoices of the organisation. */
export interface GuidelineScope {
  readonly organisationId: number
  readonly firmId: number | null
  readonly matterId: number | null
}

export interface GuidelineVersion extends GuidelineRules {
  readonly version: number
  readonly note: string
  readonly by: ShownPerson
  readonly at: Date
}

/** All versions of a guideline, the latest first. */
export async function listVersions(
  db: Reader,
  { organisationId, firmId, matterId }: GuidelineScope,
): Promise<readonly GuidelineVersion[]> {
  const rows = await db
    .selectFrom('invoice_guidelines as g')
    .innerJoin('users', 'users.id', 'g.set_by')
    .where('g.organisation_id', '=', organisationId)
    .where('g.firm_id', 'is not distinct from', firmId)
    .where('g.matter_id', 'is not distinct from', matterId)
    .orderBy('g.version', 'desc')
    .select(['g.id as guideline_id', 'g.version', 'g.rules', 'g.note', 'g.set_at'])
    .select([...shownPersonColumns])
    .execute()
  return rows.map((row) => ({
    id: row.guideline_id,
    version: row.version,
    rules: row.rules as unknown as readonly RuleInGuideline[],
    note: row.note,
    by: shownPersonIn(row),
    at: row.set_at,
  }))
}

/**
 * The latest versions for an invoice of a firm on a matter, the most special first: the matter's, the firm's, the
 * organisation's.
 */
export async function guidelinesFor(
  db: Reader,
  { organisationId, firmId, matterId }: GuidelineScope,
): Promise<readonly GuidelineRules[]> {
  const rows = await db
    .selectFrom('invoice_guidelines as g')
    .where('g.organisation_id', '=', organisationId)
    .where((eb) =>
      eb.or([
        eb('g.matter_id', '=', matterId),
        eb.and([eb('g.matter_id', 'is', null), eb('g.firm_id', '=', firmId)]),
        eb.and([eb('g.matter_id', 'is', null), eb('g.firm_id', 'is', null)]),
      ]),
    )
    .distinctOn(['g.matter_id', 'g.firm_id'])
    .orderBy('g.matter_id', (order) => order.asc().nullsLast())
    .orderBy('g.firm_id', (order) => order.asc().nullsLast())
    .orderBy('g.version', 'desc')
    .select(['g.id', 'g.rules'])
    .execute()
  return rows.map(({ id, rules }) => ({ id, rules: rules as unknown as readonly RuleInGuideline[] }))
}
