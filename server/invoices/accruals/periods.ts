// Periods of accruals as they are stored: opened with what firms are asked for, and closed with what is accrued.
import { sql } from 'kysely'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { addDays, addMonths, startOfDay } from '../../platform/time/local-time.ts'
import { monthName } from '../../platform/time/written-times.ts'
import { accrualOf, basisOf, type Unanswered } from './accrual.ts'
import { accruedPhases, type PhaseAmount } from './accrued-phases.ts'
import { postedByPhase, postedSince } from './posted-since.ts'

export interface AccrualPeriod {
  readonly organisationId: number
  /** The first day of the month. */
  readonly month: string
  readonly cutOffAt: Date
  /** The last day of the window. */
  readonly closesOn: string
  readonly openedAt: Date
  readonly remindedOn: string | null
  readonly closedAt: Date | null
  /** Null where it was time. */
  readonly closedBy: string | null
}

const columns = [
  'organisation_id as organisationId',
  'month',
  'cut_off_at as cutOffAt',
  'closes_on as closesOn',
  'opened_at as openedAt',
  'reminded_on as remindedOn',
  'closed_at as closedAt',
  'closed_by as closedBy',
] as const

/** The periods of an organisation, the latest first. */
export const listPeriods = (db: Reader, organisationId: number): Promise<readonly AccrualPeriod[]> =>
  db
    .selectFrom('accrual_periods')
    .where('organisation_id', '=', organisationId)
    .orderBy('month', 'desc')
    .limit(120)
    .select(columns)
    .execute()

interface Key {
  readonly organisationId: number
  readonly month: string
}

/** A period; not_found without it. */
export async function getPeriod(db: Reader, { organisationId, month }: Key): Promise<AccrualPeriod> {
  const period = await db
    .selectFrom('accrual_periods')
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .select(columns)
    .executeTakeFirst()
  if (!period) throw notFound()
  return period
}

/** The same, locked until the transaction ends. */
export async function lockPeriod(tx: Tx, { organisationId, month }: Key): Promise<AccrualPeriod> {
  const period = await tx
    .selectFrom('accrual_periods')
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .select(columns)
    .forUpdate()
    .executeTakeFirst()
  if (!period) throw notFound()
  return period
}

interface Opening extends Key {
  readonly closesOn: string
  readonly timeZone: string
  readonly now: Date
}

/**
 * Opens a period, and asks each law firm that is on an open matter for what is unbilled there; false when it was opened
 * before.
 */
export async function openPeriod(tx: Tx, opening: Opening): Promise<boolean> {
  const { organisationId, month, closesOn, timeZone, now } = opening
  const opened = await tx
    .insertInto('accrual_periods')
    .values({
      organisation_id: organisationId,
      month,
      cut_off_at: startOfDay(addMonths(month, 1), timeZone),
      closes_on: closesOn,
      opened_at: now,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('month')
    .executeTakeFirst()
  if (!opened) return false
  // not through access.ts: a job asks for every open matter of the organisation
  await sql`insert into accrual_entries (organisation_id, month, matter_id, provider_id, currency)
    select m.organisation_id, ${month}::date, m.id, u.organisation_id,
      coalesce((select e.currency from accrual_entries e where e.organisation_id = m.organisation_id
        and e.matter_id = m.id and e.provider_id = u.organisation_id order by e.month desc limit 1), o.currency)
    from matters m join organisations o on o.id = m.organisation_id
    join matter_members mm on mm.organisation_id = m.organisation_id and mm.matter_id = m.id
    join users u on u.id = mm.user_id and u.organisation_id <> m.organisation_id
    join organisations f on f.id = u.organisation_id and f.type = 'ServiceProvider'
    where m.organisation_id = ${organisationId} and m.deleted_at is null
      and m.status not in ('Draft', 'Complete', 'Archived')
    group by m.organisation_id, m.id, u.organisation_id, o.currency
    on conflict do nothing`.execute(tx)
  return true
}

interface EntryRow {
  readonly matterId: number
  readonly providerId: number
  readonly currency: string
  readonly stated: string | null
  readonly posted: string
  /** As it was stated; null in all. */
  readonly phases: readonly PhaseAmount[] | null
  readonly postedByPhase: Readonly<Record<string, string>>
  readonly accruedBefore: readonly string[]
}

// not through access.ts: what is closed is closed for all, no matter who sees which matter
const entriesToClose = async (tx: Tx, { organisationId, month }: Key): Promise<readonly EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select e.matter_id as "matterId", e.provider_id as "providerId", e.currency, e.stated::text as stated,
      ${postedSince}::text as posted, e.phases, ${postedByPhase} as "postedByPhase", array(select l.amount::text from accrual_lines l
        where l.organisation_id = e.organisation_id and l.matter_id = e.matter_id and l.provider_id = e.provider_id
          and l.currency = e.currency and l.kind = 'Accrual' and l.month < e.month
          and l.month >= e.month - interval '3 months') as "accruedBefore"
    from accrual_entries e join accrual_periods p on p.organisation_id = e.organisation_id and p.month = e.month
    where e.organisation_id = ${organisationId} and e.month = ${month}
    order by e.matter_id, e.provider_id`.execute(tx)
  return rows
}

interface Closing {
  readonly unanswered: Unanswered
  /** Null where it is time. */
  readonly userId: string | null
  readonly now: Date
}

/**
 * Closes a locked period: what is accrued becomes lines for the ledger, and what the period before has accrued is
 * reversed. Throws conflict when it is closed, and while an earlier one is open.
 */
export async function closePeriod(tx: Tx, period: AccrualPeriod, closing: Closing): Promise<void> {
  const { organisationId, month, closedAt } = period
  if (closedAt !== null) throw conflict(`${monthName(month)} is closed.`)
  const earlier = (await listPeriods(tx, organisationId)).filter((each) => each.month < month)
  const open = earlier.findLast((each) => each.closedAt === null)
  if (open) throw conflict(`Close ${monthName(open.month)} first.`)
  for (const entry of await entriesToClose(tx, period)) {
    const { basis, source } = basisOf(entry, closing.unanswered)
    await tx
      .updateTable('accrual_entries')
      .set({ basis, source })
      .where('organisation_id', '=', organisationId)
      .where('month', '=', month)
      .where('matter_id', '=', entry.matterId)
      .where('provider_id', '=', entry.providerId)
      .execute()
    const amount = accrualOf(basis, entry.posted)
    if (/^[0.]*$/.test(amount)) continue
    await tx
      .insertInto('accrual_lines')
      .values({
        organisation_id: organisationId,
        month,
        kind: 'Accrual',
        matter_id: entry.matterId,
        provider_id: entry.providerId,
        currency: entry.currency,
        amount,
        source,
        phases: entry.phases && JSON.stringify(accruedPhases({ ...entry, basis })),
      })
      .execute()
  }
  const [before] = earlier
  if (before) await reverse(tx, { organisationId, month }, before.month)
  await tx
    .updateTable('accrual_periods')
    .set({ closed_at: closing.now, closed_by: closing.userId })
    .where('organisation_id', '=', organisationId)
    .where('month', '=', month)
    .execute()
}

const reverse = (tx: Tx, { organisationId, month }: Key, before: string) =>
  sql`insert into accrual_lines
      (organisation_id, month, kind, matter_id, provider_id, currency, amount, source, phases)
    select organisation_id, ${month}::date, 'Reversal', matter_id, provider_id, currency, -amount, source,
      (select jsonb_agg(jsonb_build_object('phase', part -> 'phase', 'amount', (-(part ->> 'amount')::numeric)::text)
        order by place) from jsonb_array_elements(phases) with ordinality as parts(part, place))
    from accrual_lines where organisation_id = ${organisationId} and month = ${before} and kind = 'Accrual'`.execute(
    tx,
  )

/** The first and the last day of the window of a month. */
export const windowOf = (
  month: string,
  { opensDay, closesDay }: { readonly opensDay: number; readonly closesDay: number },
): { readonly opensOn: string; readonly closesOn: string } => ({
  opensOn: addDays(month, opensDay - 1),
  closesOn: addDays(addMonths(month, 1), closesDay - 1),
})
