// Agrees the demo's rates, and has its law firm propose others.
import { createRate } from '../../../invoices/rates/set-rates.ts'
import { proposeRates } from '../../../invoices/rates/propose-rates.ts'
import type { NewRate } from '../../../invoices/rates/rate.ts'
import type { App } from '../../../platform/app.ts'
import { addDays } from '../../../platform/time/local-time.ts'
import { actorFor } from '../actor.ts'
import { ashfield, harbour } from '../plans/core-records.ts'
import type { Made } from './seed-directory.ts'

const people = [
  { number: 'HA', name: 'H. Ashfield', agreed: '495', proposed: '520' },
  { number: 'CA', name: 'C. Ashfield', agreed: '420', proposed: '436.80' },
  { number: 'WH', name: 'W. Hale', agreed: '210', proposed: '210' },
] as const

/** Creates whatever is missing of them; an interrupted seeding continues where it stopped. */
export async function seedRates(app: App, made: Made): Promise<void> {
  const [customerId, firmId] = [made.organisation(harbour), made.organisation(ashfield)]
  const today = app.clock.now().toISOString().slice(0, 10)
  const payer = await actorFor(app, made.user('admin@harbour.example'))
  const agreed = await known(app, 'agreed_rates', { customerId, firmId })
  for (const person of people.slice(agreed)) {
    const rate = rateOf(person.number, person.name, { rate: person.agreed, from: addDays(today, -400) })
    await createRate(app, payer, { firmId, rate, endEarlier: false, reason: 'Panel agreement' })
  }
  if ((await known(app, 'rate_proposals', { customerId, firmId })) > 0) return
  const rates = people
    .filter(({ agreed: before, proposed }) => before !== proposed)
    .map(({ number, name, proposed }) => rateOf(number, name, { rate: proposed, from: addDays(today, 60) }))
  rates.push({ ...rateOf(null, null, { rate: '300', from: addDays(today, 60) }), timekeeperClass: 'ASSOC' })
  const firm = await actorFor(app, made.user('partner@ashfield.example'))
  const note = 'Our rates for the next year, and one for new associates.'
  await proposeRates(app, firm, { customerId, rates, note })
}

const rateOf = (
  timekeeperNumber: string | null,
  timekeeper: string | null,
  { rate, from }: Pick<NewRate, 'rate' | 'from'>,
): NewRate => ({
  matterId: null,
  timekeeperNumber,
  timekeeper,
  timekeeperClass: null,
  currency: 'NZD',
  rate,
  from,
  to: null,
})

async function known(
  app: App,
  table: 'agreed_rates' | 'rate_proposals',
  { customerId, firmId }: { readonly customerId: number; readonly firmId: number },
): Promise<number> {
  const rows = await app.db
    // not through access.ts: the demo looks for what it has created
    .selectFrom(table)
    .where('organisation_id', '=', customerId)
    .where('provider_id', '=', firmId)
    .select('id')
    .execute()
  return rows.length
}
