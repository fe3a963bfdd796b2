// The accruals of an organisation: its months, and one of them by firm and matter. Totals are of all matters for those
// with the permission SeeAllSpend, and of those that they see for everybody else, which `complete` says.
import { sql } from 'kysely'
import { mattersHiddenFrom, mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { sumOf } from '../../platform/decimal.ts'
import { forbidden } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { RecordRows } from '../../records/access.ts'
import { checkMayBill } from '../access.ts'
import { accrualOf, basisOf, type BasisSource } from './accrual.ts'
import { accrualEvent } from './events.ts'
import { type AccrualPeriod, closePeriod, getPeriod, listPeriods, lockPeriod } from './periods.ts'
import { accruedPhases, type PhaseAmount } from './accrued-phases.ts'
import { postedByPhase, postedSince } from './posted-since.ts'
import { getAccrualSettings } from './settings.ts'

/** Throws forbidden for who is not of an organisation that pays law firms, or does not work on its invoices. */
export function checkMaySeeAccruals(actor: Actor): void {
  checkMayBill(actor)
  if (actor.organisationType !== 'Customer')
    throw forbidden('Accruals are for the organisation that pays. State what is unbilled.')
}

/** What a firm is asked for on a matter, and what is accrued of it. Decimal texts without tax. */
export interface AccrualEntry {
  readonly firm: { readonly id: number; readonly name: string }
  readonly matter: { readonly id: number; readonly name: string }
  readonly currency: string
  /** Null: not answered. */
  readonly stated: string | null
  readonly note: string | null
  readonly statedAt: Date | null
  /** Where what counts is from; of an open month as it would be if it were closed now. */
  readonly source: BasisSource
  /** What counts less what was posted since the cut-off: of a closed month until it was closed. */
  readonly accrual: string
  /** By phase, where it is stated so; else null. */
  readonly phases: {
    readonly stated: readonly PhaseAmount[]
    readonly accrued: readonly PhaseAmount[]
  } | null
}

/** Sums in one currency. */
export interface AccrualTotal {
  readonly currency: string
  readonly accrued: string
  /** Negative: what the month before has accrued. */
  readonly reversed: string
  readonly movement: string
}

export interface Accruals {
  readonly period: AccrualPeriod
  readonly entries: readonly AccrualEntry[]
  readonly totals: readonly AccrualTotal[]
  /** Whether the totals are of all matters. */
  readonly complete: boolean
}

/** The months of the actor's organisation, the latest first. */
export async function listAccruals({ db }: App, actor: Actor): Promise<readonly AccrualPeriod[]> {
  checkMaySeeAccruals(actor)
  return listPeriods(db, actor.organisationId)
}

/** One month. Throws not_found where it was never opened. */
export async function getAccruals({ db }: App, actor: Actor, month: string): Promise<Accruals> {
  checkMaySeeAccruals(actor)
  const { organisationId } = actor
  const period = await getPeriod(db, { organisationId, month })
  const { unanswered } = await getAccrualSettings(db, organisationId)
  const rowsOf = async (matters: RecordRows<Tables, 'matters'>) =>
    (await readRows(db, matters, period)).map((row) => entryOf(row, period, unanswered))
  const seen = await rowsOf(mattersVisibleTo(db, actor))
  const hidden = await rowsOf(mattersHiddenFrom(db, actor))
  const isOfAll = actor.permissions.has('SeeAllSpend')
  const counted = isOfAll ? [...seen, ...hidden] : seen
  return {
    period,
    entries: seen,
    totals: totalsOf(counted),
    complete: isOfAll || hidden.length === 0,
  }
}

interface Row {
  readonly firm_id: number
  readonly firm_name: string
  readonly matter_id: number
  readonly matter_name: string
  readonly currency: string
  readonly asked: boolean
  readonly stated: string | null
  readonly note: string | null
  readonly stated_at: Date | null
  readonly source: BasisSource | null
  readonly posted: string
  readonly phases: readonly PhaseAmount[] | null
  readonly postedByPhase: Readonly<Record<string, string>>
  readonly accruedPhases: readonly PhaseAmount[] | null
  readonly accrued_before: readonly string[]
  readonly accrued: string | null
  readonly reversed: string | null
}

/** The entries of a month, and what is only reversed in it, on these matters of the organisation. */
async function readRows(
  db: Reader,
  matters: RecordRows<Tables, 'matters'>,
  { organisationId, month }: AccrualPeriod,
): Promise<readonly Row[]> {
  const ids = matters
    .where('matters.organisation_id', '=', organisationId)
    .select(['matters.id', 'matters.name'])
  const { rows } = await sql<Row>`
    select coalesce(e.provider_id, r.provider_id) as firm_id, f.name as firm_name, m.id as matter_id,
      m.name as matter_name, coalesce(e.currency, r.currency) as currency, e.matter_id is not null as asked,
      e.stated::text as stated, e.note, e.stated_at, e.source, ${postedSince}::text as posted, e.phases,
      ${postedByPhase} as "postedByPhase", a.phases as "accruedPhases",
      array(select l.amount::text from accrual_lines l
        where l.organisation_id = e.organisation_id and l.matter_id = e.matter_id and l.provider_id = e.provider_id
          and l.currency = e.currency and l.kind = 'Accrual' and l.month < e.month
          and l.month >= e.month - interval '3 months') as accrued_before,
      a.amount::text as accrued, r.amount::text as reversed
    from ${ids} m
    join accrual_periods p on p.organisation_id = ${organisationId} and p.month = ${month}
    join (select matter_id, provider_id from accrual_entries where organisation_id = ${organisationId} and month = ${month}
      union select matter_id, provider_id from accrual_lines where organisation_id = ${organisationId} and month = ${month}
    ) k on k.matter_id = m.id
    join organisations f on f.id = k.provider_id
    left join accrual_entries e on e.organisation_id = ${organisationId} and e.month = ${month}
      and e.matter_id = k.matter_id and e.provider_id = k.provider_id
    left join accrual_lines a on a.organisation_id = ${organisationId} and a.month = ${month} and a.kind = 'Accrual'
      and a.matter_id = k.matter_id and a.provider_id = k.provider_id
    left join accrual_lines r on r.organisation_id = ${organisationId} and r.month = ${month} and r.kind = 'Reversal'
      and r.matter_id = k.matter_id and r.provider_id = k.provider_id
    order by f.name, f.id, m.name, m.id`.execute(db)
  return rows
}

function entryOf(
  row: Row,
  { closedAt }: AccrualPeriod,
  unanswered: Parameters<typeof basisOf>[1],
): AccrualEntry & { readonly reversed: string } {
  const now = basisOf({ ...row, accruedBefore: row.accrued_before }, unanswered)
  const open = row.asked ? accrualOf(now.basis, row.posted) : '0'
  return {
    firm: { id: row.firm_id, name: row.firm_name },
    matter: { id: row.matter_id, name: row.matter_name },
    currency: row.currency,
    stated: row.stated,
    note: row.note,
    statedAt: row.stated_at,
    source: row.source ?? (row.asked ? now.source : 'Zero'),
    accrual: closedAt === null ? open : (row.accrued ?? '0'),
    phases: row.phases && {
      stated: row.phases,
      accrued: closedAt === null ? accruedPhases({ ...row, basis: now.basis }) : (row.accruedPhases ?? []),
    },
    reversed: row.reversed ?? '0',
  }
}

function totalsOf(
  entries: readonly (AccrualEntry & { readonly reversed: string })[],
): readonly AccrualTotal[] {
  const currencies = [...new Set(entries.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const own = entries.filter((each) => each.currency === currency)
    const accrued = sumOf(own.map(({ accrual }) => accrual))
    const reversed = sumOf(own.map((each) => each.reversed))
    return { currency, accrued, reversed, movement: sumOf([accrued, reversed]) }
  })
}

/** Closes a month by hand. Throws not_found, and conflict when it is closed or an earlier one is open. */
export function closeAccruals(app: App, actor: Actor, month: string): Promise<void> {
  checkMaySeeAccruals(actor)
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    const { unanswered } = await getAccrualSettings(tx, organisationId)
    const period = await lockPeriod(tx, { organisationId, month })
    await closePeriod(tx, period, { unanswered, userId: actor.userId, now })
    return { result: undefined, events: [accrualEvent('accrual.closed', period)] }
  })
}
