// Flags of invoices as they are stored.
import { sql } from 'kysely'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { FoundFlag } from './find-flags.ts'
import type { RuleOfVersion } from './guideline.ts'
import type { Severity, Settings } from './rule.ts'

interface OfInvoice {
  readonly organisationId: number
  readonly id: number
}

/** Why a flag does not count: a false alarm, or accepted this time. */
interface Dismissal {
  readonly because: string
  readonly by: ShownPerson
  readonly at: Date
}

export interface StoredFlag {
  readonly id: number
  readonly line: number | null
  readonly rule: string
  readonly severity: Severity
  /** The version of the guideline that applied, and for whom it is. */
  readonly guideline: {
    readonly version: number
    readonly firmId: number | null
    readonly matterId: number | null
  }
  readonly settings: Settings
  readonly firmText: string
  readonly why: string
  readonly excess: string | null
  readonly foundAt: Date
  readonly dismissed: Dismissal | null
}

/** The flags of an invoice that was fetched through access.ts, in the order of the lines. */
export async function listFlags(
  db: Reader,
  { organisationId, id }: OfInvoice,
): Promise<readonly StoredFlag[]> {
  const rows = await db
    .selectFrom('invoice_flags as f')
    .innerJoin('invoice_guidelines as g', (join) =>
      join.onRef('g.organisation_id', '=', 'f.organisation_id').onRef('g.id', '=', 'f.guideline_id'),
    )
    .leftJoin('users', 'users.id', 'f.dismissed_by')
    .where('f.organisation_id', '=', organisationId)
    .where('f.invoice_id', '=', id)
    .orderBy('f.line_number', (order) => order.asc().nullsFirst())
    .orderBy('f.id')
    .select([
      'f.id as flag_id',
      'f.line_number',
      'f.rule',
      'f.severity',
      'f.settings',
      'f.firm_text',
      'f.why',
    ])
    .select(['f.excess', 'f.found_at', 'f.dismissed_because', 'f.dismissed_at'])
    .select(['g.version', 'g.firm_id', 'g.matter_id'])
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'users.organisation_id'])
    .execute()
  return rows.map((row) => ({
    id: row.flag_id,
    line: row.line_number,
    rule: row.rule,
    severity: row.severity as Severity,
    guideline: { version: row.version, firmId: row.firm_id, matterId: row.matter_id },
    settings: row.settings as unknown as Settings,
    firmText: row.firm_text,
    why: row.why,
    excess: row.excess,
    foundAt: row.found_at,
    dismissed: dismissalIn(row),
  }))
}

interface DismissalRow {
  readonly id: string | null
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly organisation_id: number | null
  readonly dismissed_because: string | null
  readonly dismissed_at: Date | null
}

function dismissalIn(row: DismissalRow): Dismissal | null {
  const { id, organisation_id: organisationId, dismissed_because: because, dismissed_at: at } = row
  if (id === null || organisationId === null || because === null || at === null) return null
  const by = {
    id,
    email: row.email ?? '',
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    organisationId,
  }
  return { because, by, at }
}

const rowsPerStatement = 500

/**
 * Stores what was found when the invoice was posted, in place of what was found when it was posted before; what was
 * dismissed then stays dismissed. Of one rule alone, if it is named.
 */
export async function storeFlags(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  flags: readonly FoundFlag<RuleOfVersion>[],
  { now, rule }: { readonly now: Date; readonly rule?: string },
): Promise<void> {
  const before = await tx
    .deleteFrom('invoice_flags')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .$if(rule !== undefined, (flagged) => flagged.where('rule', '=', rule ?? ''))
    .returning(['line_number', 'rule', 'dismissed_because', 'dismissed_by', 'dismissed_at'])
    .execute()
  const dismissed = new Map(
    before
      .filter(({ dismissed_at: at }) => at !== null)
      .map((row) => [`${row.rule} ${row.line_number}`, row]),
  )
  const rows = flags.map(({ line, why, excess, applied }) => {
    const earlier = dismissed.get(`${applied.rule} ${line}`)
    return {
      organisation_id: organisationId,
      invoice_id: id,
      line_number: line,
      rule: applied.rule,
      guideline_id: applied.guidelineId,
      severity: applied.severity,
      settings: JSON.stringify(applied.settings),
      firm_text: applied.firmText,
      why,
      excess,
      found_at: now,
      dismissed_because: earlier?.dismissed_because ?? null,
      dismissed_by: earlier?.dismissed_by ?? null,
      dismissed_at: earlier?.dismissed_at ?? null,
    }
  })
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('invoice_flags')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute()
  }
}

/** Dismisses flags by their ids, or takes that back. */
export async function storeDismissal(
  tx: Tx,
  { organisationId, id }: OfInvoice,
  ids: readonly number[],
  dismissal: { readonly because: string; readonly userId: string; readonly now: Date } | null,
): Promise<void> {
  await tx
    .updateTable('invoice_flags')
    .set({
      dismissed_because: dismissal?.because ?? null,
      dismissed_by: dismissal?.userId ?? null,
      dismissed_at: dismissal?.now ?? null,
    })
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** How often a rule has found something, and what became of it. */
export interface RuleCounts {
  readonly rule: string
  readonly found: number
  readonly dismissed: number
  /** Flags, not dismissed, of lines that were reduced or rejected. */
  readonly actedOn: number
}

/** The flags of all invoices of an organisation, counted by rule. */
export async function countFlags(db: Reader, organisationId: number): Promise<readonly RuleCounts[]> {
  const { rows } = await sql<RuleCounts>`
    select f.rule, count(*)::int as found, count(f.dismissed_at)::int as dismissed,
      count(*) filter (where f.dismissed_at is null and r.decision in ('Reduced', 'Rejected'))::int as "actedOn"
    from invoice_flags f
    left join invoice_line_reviews r on r.organisation_id = f.organisation_id and r.invoice_id = f.invoice_id
      and r.number = f.line_number
    where f.organisation_id = ${organisationId}
    group by f.rule`.execute(db)
  return rows
}

/** Whether a flag takes more off its line than another. */
export const takesMore = (
  a: { readonly excess: string | null },
  b: { readonly excess: string | null },
): boolean => compareDecimals(a.excess ?? '0', b.excess ?? '0') > 0
