// Which rate applies to a line: the rule itself, and that one statement answers the same for a whole invoice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { ArrangementKind } from '../arrangements/arrangement.ts'
import { agreedRateOf, type FeeBesideRates, rateBook, type RatedLine } from './agreed-rate.ts'
import { agreedRatesOfLines } from './line-rates.ts'
import { identityOf, type NewRate, overlaps } from './rate.ts'
import { addRates } from './write-rates.ts'

const parts = useTestApp()

const rate = (values: Partial<NewRate>): NewRate => ({
  matterId: null,
  timekeeperNumber: null,
  timekeeper: null,
  timekeeperClass: null,
  currency: 'GBP',
  rate: '100',
  from: '2026-01-01',
  to: null,
  ...values,
})
const line = (values: Partial<RatedLine> = {}): RatedLine => ({
  kind: 'Fee',
  matterId: 7,
  timekeeperNumber: '14',
  timekeeper: 'Ruth Calder',
  timekeeperClass: 'PARTNR',
  day: '2026-05-06',
  ...values,
})
const answer = (rates: readonly NewRate[], of: RatedLine) => agreedRateOf(rateBook(rates), of)?.rate

test('the most special rate applies: matter, then timekeeper, then class, then everybody [I-120]', () => {
  const rates = [
    rate({ rate: '1' }),
    rate({ rate: '2', timekeeperClass: 'PARTNR' }),
    rate({ rate: '3', timekeeperNumber: '14' }),
    rate({ rate: '4', timekeeperNumber: '14', timekeeperClass: 'partnr' }),
    rate({ rate: '5', matterId: 7 }),
    rate({ rate: '6', matterId: 7, timekeeperClass: 'PARTNR' }),
  ]
  for (let count = rates.length; count > 0; count--) {
    expect(answer(rates.slice(0, count), line())).toBe(String(count))
  }
  expect(answer(rates, line({ matterId: 8 }))).toBe('4')
  expect(answer(rates, line({ matterId: 8, timekeeperClass: 'ASSOC' }))).toBe('3')
  expect(answer(rates, line({ matterId: 8, timekeeperNumber: '15' }))).toBe('2')
  expect(answer(rates, line({ matterId: 8, timekeeperNumber: '15', timekeeperClass: null }))).toBe('1')
})

test('the day of the work chooses, both days included [I-120]', () => {
  const rates = [rate({ rate: '400', to: '2026-06-30' }), rate({ rate: '430', from: '2026-07-01' })]
  expect(answer(rates, line({ day: '2025-12-31' }))).toBeUndefined()
  expect(answer(rates, line({ day: '2026-01-01' }))).toBe('400')
  expect(answer(rates, line({ day: '2026-06-30' }))).toBe('400')
  expect(answer(rates, line({ day: '2026-07-01' }))).toBe('430')
})

test('a timekeeper without a number is known by name; what names nobody has no rate [I-120]', () => {
  const rates = [
    rate({ timekeeperNumber: '14', timekeeper: 'Ruth  Calder', rate: '400' }),
    rate({ rate: '90' }),
  ]
  expect(answer(rates, line({ timekeeperNumber: null, timekeeper: 'RUTH CALDER' }))).toBe('400')
  expect(answer(rates, line({ timekeeperNumber: '15' }))).toBe('90')
  const nobody = { timekeeperNumber: null, timekeeper: null, timekeeperClass: null }
  expect(answer(rates, line(nobody))).toBeUndefined()
  expect(answer(rates, line({ kind: 'Disbursement' }))).toBeUndefined()
})

test('what is billed as a fixed or a success fee of its matter has no rate; an hour beside it has one [I-277]', () => {
  const fee = (kind: ArrangementKind, billedAs: string | null, matterId = 7) => ({ kind, billedAs, matterId })
  const rates = [rate({ rate: '90' }), rate({ rate: '80', timekeeperNumber: 'FIXED' })]
  const rateBeside = (fees: readonly FeeBesideRates[], values: Partial<RatedLine> = {}) =>
    agreedRateOf(rateBook(rates, fees), line({ timekeeperNumber: ' fixed ', ...values }))?.rate
  expect(rateBeside([fee('Fixed', 'FIXED')])).toBeUndefined()
  expect(rateBeside([fee('Success', 'WON'), fee('Success', 'Fixed')])).toBeUndefined()
  expect(rateBeside([fee('Fixed', 'FIXED')], { timekeeperNumber: '14' })).toBe('90')
  // hours below a cap, a fee of people who are named, and a fee of another matter
  expect(rateBeside([fee('Capped', null)])).toBe('80')
  expect(rateBeside([fee('Fixed', null)])).toBe('80')
  expect(rateBeside([fee('Fixed', 'FIXED', 8)])).toBe('80')
})

const some = <Value>(...values: readonly Value[]) => fc.constantFrom(...values)
const day = fc.integer({ min: 1, max: 28 }).map((at) => `2026-02-${String(at).padStart(2, '0')}`)

interface Fee extends Pick<FeeBesideRates, 'kind' | 'billedAs'> {
  readonly currency: string
  readonly takenAway: boolean
}

/** Agrees fees on the matter; answers those that are in GBP and not taken away again. */
async function agreedFees({ payer, firmId, matterId }: InvoiceWorld, fees: readonly Fee[]) {
  const url = `/v2/matters/${matterId}/feeArrangements`
  const standing: FeeBesideRates[] = []
  for (const { kind, billedAs, currency, takenAway } of fees) {
    const success = kind === 'Success' ? { success: { condition: 'The claim is dismissed' } } : {}
    const terms = { kind, title: kind, firm: { id: firmId }, currency, amount: 1000, billedAs, ...success }
    const answer = await payer.caller.post(url, terms)
    // no two fees of a matter have one number
    if (answer.statusCode === 400) continue
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json<{ id: number }>()
    const away = { amount: null, reason: 'Not needed' }
    if (takenAway) expect((await payer.caller.put(`${url}/${id}`, away)).statusCode).toBe(204)
    else if (currency === 'GBP') standing.push({ kind, billedAs, matterId })
  }
  return standing
}

test('one statement answers the same for each line of an invoice [I-121, I-277]', async () => {
  const { app } = parts
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          ofMatter: fc.boolean(),
          timekeeperNumber: some(null, '14', 'A-2', 'ß3'),
          named: fc.boolean(),
          timekeeperClass: some(null, 'PARTNR', 'Assoc'),
          currency: some('GBP', 'EUR'),
          rate: fc.integer({ min: 1, max: 900 }).map(String),
          days: fc.tuple(day, fc.option(day, { nil: null })),
        }),
        { maxLength: 20 },
      ),
      fc.array(
        fc.record({
          timekeeperNumber: some(null, ' 14 ', 'a-2', 'ß3', '9'),
          timekeeper: some(null, 'name 14', 'Name  A-2', 'Nobody'),
          timekeeperClass: some(null, 'partnr', 'ASSOC', 'CLERK'),
          workDate: fc.option(day, { nil: null }),
          kind: some<'Fee' | 'Disbursement'>('Fee', 'Fee', 'Disbursement'),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      fc.uniqueArray(
        fc.record({
          kind: some<'Fixed' | 'Success'>('Fixed', 'Success'),
          billedAs: some('14', ' a-2 ', 'ß3', '9'),
          currency: some('GBP', 'GBP', 'EUR'),
          takenAway: some(false, false, true),
        }),
        { maxLength: 2, selector: ({ kind }) => kind },
      ),
      async (wanted, lines, fees) => {
        const world = await createInvoiceWorld(parts)
        const { organisationId, firmId, matterId, payer, lawyer } = world
        const rates: NewRate[] = []
        for (const {
          ofMatter,
          named,
          days: [from, to],
          ...values
        } of wanted) {
          const next = rate({
            ...values,
            matterId: ofMatter ? matterId : null,
            timekeeper: named && values.timekeeperNumber !== null ? `Name ${values.timekeeperNumber}` : null,
            from,
            to: to !== null && to < from ? from : to,
          })
          if (rates.some((one) => identityOf(one) === identityOf(next) && overlaps(one, next))) continue
          rates.push(next)
        }
        await app.database.kysely
          .transaction()
          .execute((tx) =>
            addRates(
              {
                tx: tx as never,
                organisationId,
                firmId,
                userId: payer.user.id,
                now: app.clock.now(),
                endEarlier: false,
                reason: null,
                proposalId: null,
              },
              rates,
            ),
          )
          .catch((error: unknown) => {
            if (rates.length > 0) throw error
          })
        const id = await draftInvoice(app, lawyer.actor, matterId, {
          currency: 'GBP',
          invoiceDate: '2026-02-14',
          lines: lines.map((each) => ({ ...each, description: 'Work', unitPrice: '500' })),
        })
        const beside = await agreedFees(world, fees)
        const found = await agreedRatesOfLines(app.db, { organisationId, id })
        const book = rateBook(
          rates.filter(({ currency }) => currency === 'GBP'),
          beside,
        )
        lines.forEach(({ workDate, ...each }, index) => {
          const expected = agreedRateOf(book, { ...each, matterId, day: workDate ?? '2026-02-14' })?.rate
          expect(found.get(index + 1)).toBe(expected && `${expected}.0000`)
        })
      },
    ),
    { numRuns: repetitions(12, 200) },
  )
})
