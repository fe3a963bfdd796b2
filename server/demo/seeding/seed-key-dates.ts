// Key dates of the demo's contracts: in the weeks and months after the day on which the demo is created.
import { createKeyDate } from '../../contracts/commands/create-key-date.ts'
import { listKeyDates } from '../../contracts/find-key-dates.ts'
import { localDay } from '../../organisations/local-day.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { addDays } from '../../platform/local-time.ts'

const kinds = [
  { name: 'Notice of renewal', days: 21, value: '0' },
  { name: 'Renewal', days: 81, value: '48000' },
  { name: 'Payment due', days: 12, value: '12500.50' },
  { name: 'Review of prices', days: 140, value: '96000' },
]

/** Gives the contract its two key dates if they are missing; `index` varies them between contracts. */
export async function seedKeyDates(app: App, actor: Actor, contractId: number, index: number): Promise<void> {
  const today = await localDay(app.db, actor.organisationId, app.clock.now())
  const there = new Set((await listKeyDates(app, actor, contractId)).map(({ name }) => name))
  const first = (index * 2) % kinds.length
  for (const { name, days, value } of kinds.slice(first, first + 2)) {
    if (there.has(name)) continue
    await createKeyDate(app, actor, contractId, {
      name,
      value,
      date: addDays(today, days + ((index * 5) % 60)),
    })
  }
}
