// Key dates of the demo's contracts: in the weeks and months after the day on which the demo is created. They were
// entered when a contract came to its stage.
import { createKeyDate } from '../../../contracts/commands/create-key-date.ts'
import { listKeyDates } from '../../../contracts/find-key-dates.ts'
import { getContractToSee } from '../../../contracts/access.ts'
import { noticeDateOf } from '../../../contracts/key-dates/notice-period.ts'
import { setNoticePeriod } from '../../../contracts/key-dates/set-notice-period.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { addDays } from '../../../platform/time/local-time.ts'

const kinds = [
  { name: 'Notice of renewal', days: 21, value: '0', category: 'Renewal', reminders: [14, 3] },
  { name: 'Renewal', days: 81, value: '48000', category: 'Renewal', recurrence: 'FREQ=YEARLY' },
  {
    name: 'Payment due',
    days: 12,
    value: '12500.50',
    category: 'Payment',
    recurrence: 'FREQ=MONTHLY;INTERVAL=3;COUNT=8',
    reminders: [7, 0],
  },
  { name: 'Review of prices', days: 140, value: '96000', category: 'Review', reminders: [30] },
] as const

/** Gives the contract its two key dates if they are missing; `index` varies them between contracts. */
export async function seedKeyDates(
  app: App,
  actor: Actor,
  contractId: number,
  { index, today }: { readonly index: number; readonly today: string },
): Promise<void> {
  const there = new Set((await listKeyDates(app, actor, contractId)).map(({ name }) => name))
  const first = (index * 2) % kinds.length
  for (const { days, ...kind } of kinds.slice(first, first + 2)) {
    if (there.has(kind.name)) continue
    await createKeyDate(app, actor, contractId, { ...kind, date: addDays(today, days + ((index * 5) % 60)) })
  }
  await seedNotice(app, actor, contractId, today)
}

const period = { amount: 3, unit: 'Months' } as const

/** A notice period, where there is still time for notice. */
async function seedNotice(app: App, actor: Actor, contractId: number, today: string): Promise<void> {
  const { expiry } = await getContractToSee(app.db, actor, contractId)
  const date = expiry === null ? null : noticeDateOf(expiry, period)
  if (date === null || date <= today) return
  await setNoticePeriod(app, actor, contractId, { period, checkVersion: () => undefined })
}
