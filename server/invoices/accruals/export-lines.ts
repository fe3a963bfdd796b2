// The lines of a closed month for the ledger.
import { sql } from 'kysely'
import { mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { addDays, addMonths } from '../../platform/time/local-time.ts'
import { monthName } from '../../platform/time/written-times.ts'
import type { PhaseAmount } from './accrued-phases.ts'
import { getPeriod } from './periods.ts'
import { checkMaySeeAccruals } from './read-accruals.ts'

/** A line of the ledger. */
export interface LedgerLine {
  readonly kind: 'Accrual' | 'Reversal'
  /** The last day of the month for an accrual, the first one for a reversal. */
  readonly date: string
  readonly firm: { readonly id: number; readonly name: string }
  /** Null on a matter that the reader does not see. */
  readonly matter: { readonly id: number; readonly name: string } | null
  /** Of the work, such as L300; null for what has none, and for what was stated in all. */
  readonly phase: string | null
  readonly currency: string
  /** Decimal text without tax; negative for a reversal. */
  readonly amount: string
  readonly source: 'Stated' | 'Estimated'
}

interface Row extends Pick<LedgerLine, 'kind' | 'currency' | 'amount' | 'source'> {
  readonly firm_id: number
  readonly firm_name: string
  readonly matter_id: number | null
  readonly matter_name: string | null
  readonly phases: readonly PhaseAmount[] | null
}

/**
 * All lines of a month, by phase where firms have stated it so. Throws not_found; conflict while it is open; and
 * forbidden where some are of matters that the actor does not see, unless they have the permission SeeAllSpend: a
 * ledger needs all of them.
 */
export async function ledgerLinesOf(
  { db }: App,
  actor: Actor,
  month: string,
): Promise<readonly LedgerLine[]> {
  checkMaySeeAccruals(actor)
  const { organisationId } = actor
  const period = await getPeriod(db, { organisationId, month })
  if (period.closedAt === null)
    throw conflict(`${monthName(month)} is open: what is exported does not change any more.`)
  const seen = mattersVisibleTo(db, actor)
    .where('matters.organisation_id', '=', organisationId)
    .select(['matters.id', 'matters.name'])
  const { rows } = await sql<Row>`
    select l.kind, l.currency, l.amount::text as amount, l.source, l.phases, f.id as firm_id, f.name as firm_name,
      m.id as matter_id, m.name as matter_name
    from accrual_lines l join organisations f on f.id = l.provider_id left join ${seen} m on m.id = l.matter_id
    where l.organisation_id = ${organisationId} and l.month = ${month}
    order by l.kind desc, f.name, f.id, l.matter_id`.execute(db)
  if (rows.some((row) => row.matter_id === null) && !actor.permissions.has('SeeAllSpend')) {
    throw forbidden(
      'Some accruals are of matters that you do not see; the permission to see all spend is needed.',
    )
  }
  const last = addDays(addMonths(month, 1), -1)
  return rows.flatMap((row) =>
    (row.phases ?? [{ phase: null, amount: row.amount }]).map(({ phase, amount }) => ({
      kind: row.kind,
      date: row.kind === 'Accrual' ? last : month,
      firm: { id: row.firm_id, name: row.firm_name },
      matter: row.matter_id === null ? null : { id: row.matter_id, name: row.matter_name ?? '' },
      phase,
      currency: row.currency,
      amount,
      source: row.source,
    })),
  )
}
