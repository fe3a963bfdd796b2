// The last three months of the demo's accruals: stated by its law firm, and closed. They are before its invoices, so
// that what was billed since counts against what is accrued.
import { closePeriod, lockPeriod, openPeriod } from '../../../invoices/accruals/periods.ts'
import { setAccrualSettings } from '../../../invoices/accruals/settings.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { addDays, addMonths } from '../../../platform/time/local-time.ts'
import { actorFor } from '../actor.ts'
import { statedMonths } from '../plans/agreements.ts'
import { harbour } from '../plans/core-records.ts'
import type { Made } from './seed-directory.ts'

const window = { opensDay: 25, closesDay: 4, remindDays: [3, 1], unanswered: 'Mean' } as const

/** Creates whatever is missing of it; the matters must exist. */
export async function seedAccruals(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  const payer = await actorFor(app, made.user('admin@harbour.example'))
  const closed = await app.db
    .selectFrom('accrual_periods')
    .where('organisation_id', '=', organisationId)
    .select('month')
    .execute()
  if (closed.length >= statedMonths.length) return
  const given = { enabled: true, ...window }
  await setAccrualSettings(app, payer, { given, checkVersion: () => undefined })
  const timeZone = await timeZoneOf(app.db, organisationId)
  const thisMonth = `${app.clock.now().toISOString().slice(0, 7)}-01`
  for (const [index, stated] of statedMonths.entries()) {
    const month = addMonths(thisMonth, index - statedMonths.length)
    if (closed.some((period) => period.month === month)) continue
    await internalTransaction(app, async (tx, now) => {
      const closesOn = addDays(addMonths(month, 1), window.closesDay - 1)
      const opened = new Date(`${addDays(month, window.opensDay - 1)}T20:00:00Z`)
      await openPeriod(tx, { organisationId, month, closesOn, timeZone, now: opened })
      const by = made.user('partner@ashfield.example')
      await state(tx, { organisationId, month, by, at: opened }, stated)
      const end = new Date(`${closesOn}T04:00:00Z`)
      const period = await lockPeriod(tx, { organisationId, month })
      const { unanswered } = window
      await closePeriod(tx, period, { unanswered, userId: null, now: end < now ? end : now })
    })
  }
}

interface Stating {
  readonly organisationId: number
  readonly month: string
  readonly by: string
  readonly at: Date
}

async function state(
  tx: Tx,
  { organisationId, month, by, at }: Stating,
  stated: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [externalId, amount] of Object.entries(stated)) {
    await tx
      .updateTable('accrual_entries')
      .set({ stated: amount, stated_by: by, stated_at: at })
      .where('organisation_id', '=', organisationId)
      .where('month', '=', month)
      .where('matter_id', 'in', (eb) =>
        eb
          // not through access.ts: the demo looks for what it has created
          .selectFrom('matters')
          .where('organisation_id', '=', organisationId)
          .where('external_id', '=', externalId)
          .select('id'),
      )
      .execute()
  }
}
