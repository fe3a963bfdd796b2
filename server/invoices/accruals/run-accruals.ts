// What time does with accruals: it opens windows, reminds those who have not answered, and closes them.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays, addMonths, todayIn } from '../../platform/time/local-time.ts'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { monthName } from '../../platform/time/written-times.ts'
import { mailFirms } from './accrual-mails.ts'
import { accrualEvent } from './events.ts'
import { type AccrualPeriod, closePeriod, listPeriods, lockPeriod, openPeriod, windowOf } from './periods.ts'
import { type AccrualSettings, getAccrualSettings } from './settings.ts'

/** Does what is due for every organisation, and returns how many windows were opened or closed. */
export async function runAccruals(app: App): Promise<number> {
  const { rows } = await sql<{ readonly id: number }>`
    /* every organisation: the windows of all of them are looked at, one after the other */
    select organisation_id as id from accrual_settings where enabled order by organisation_id`.execute(app.db)
  let done = 0
  for (const { id: organisationId } of rows) {
    if (app.stopping()) break
    done += await runFor(app, organisationId)
  }
  return done
}

function runFor(app: App, organisationId: number): Promise<number> {
  return change(app, systemActor('run-accruals'), async (tx, now) => {
    const settings = await getAccrualSettings(tx, organisationId)
    const timeZone = await timeZoneOf(tx, organisationId)
    const today = todayIn(timeZone, now).day(0)
    const running = { app, tx, organisationId, settings, timeZone, today, now }
    const closed = await closeWhatIsOver(running)
    const opened = await openWhatIsDue(running)
    await remind(running)
    return { result: closed.length + opened.length, events: [...closed, ...opened] }
  })
}

interface Running {
  readonly app: App
  readonly tx: Tx
  readonly organisationId: number
  readonly settings: AccrualSettings
  readonly timeZone: string
  readonly today: string
  readonly now: Date
}

/** From the earliest on, since a period is reversed in the next one. */
async function closeWhatIsOver({ tx, organisationId, settings, today, now }: Running) {
  const events: DomainEvent[] = []
  const periods = await listPeriods(tx, organisationId)
  for (const { month } of periods.filter((each) => isOpen(each) && each.closesOn < today).toReversed()) {
    const period = await lockPeriod(tx, { organisationId, month })
    // by hand in the meantime
    if (!isOpen(period)) continue
    await closePeriod(tx, period, { unanswered: settings.unanswered, userId: null, now })
    events.push(accrualEvent('accrual.closed', period))
  }
  return events
}

const isOpen = ({ closedAt }: AccrualPeriod) => closedAt === null

async function openWhatIsDue(running: Running): Promise<readonly DomainEvent[]> {
  const { app, tx, organisationId, settings, timeZone, today, now } = running
  const events: DomainEvent[] = []
  const thisMonth = `${today.slice(0, 7)}-01`
  for (const month of [addMonths(thisMonth, -1), thisMonth]) {
    const { opensOn, closesOn } = windowOf(month, settings)
    if (today < opensOn || today > closesOn) continue
    if (!(await openPeriod(tx, { organisationId, month, closesOn, timeZone, now }))) continue
    await mailFirms(app, tx, { organisationId, month, closesOn, what: 'asks what is unbilled' })
    events.push(accrualEvent('accrual.opened', { organisationId, month }))
  }
  return events
}

async function remind({ app, tx, organisationId, settings, today }: Running): Promise<void> {
  for (const period of (await listPeriods(tx, organisationId)).filter(isOpen)) {
    const { month, closesOn, remindedOn } = period
    const isDue = settings.remindDays.some((days) => addDays(closesOn, -days) === today)
    if (!isDue || remindedOn === today) continue
    await tx
      .updateTable('accrual_periods')
      .set({ reminded_on: today })
      .where('organisation_id', '=', organisationId)
      .where('month', '=', month)
      .execute()
    const what = `still waits for what is unbilled in ${monthName(month, 'long')}`
    await mailFirms(app, tx, { organisationId, month, closesOn, what })
  }
}
