// What follows from tax codes: reverse charges, what is not recoverable, what is withheld, in reviews, payments and
// credit notes, to the cent.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createTaxWorld, taxedLine, type TaxWorld } from '../../../../test/fixtures/taxes.ts'
import { repetitions } from '../../../../test/repetitions.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { sumOf } from '../../../platform/decimal.ts'

const parts = useTestApp()
let world: TaxWorld
beforeEach(async () => {
  world = await createTaxWorld(parts)
})

const review = (id: number, lines: readonly object[]) =>
  world.payer.caller.post(`/v2/invoices/${id}/review/lines`, { lines })
const payments = (id: number, body: object = {}) =>
  world.payer.caller.post(`/v2/invoices/${id}/payments`, body)

test('of a reverse charge no tax is billed; the tax that is owed is in no total, as in docs/money.md [I-219]', async () => {
  const reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' })
  const refused = await world.draft([taxedLine(833.33, { taxCode: { id: reverse }, taxRate: 20 })])
  expect(refused.json<{ errors: object }>().errors).toEqual({
    'lines[0].taxRate': [
      'lines[0].taxRate must be 0: GBRC is a reverse charge, so that the law firm bills no tax.',
    ],
  })
  const id = await world.posted([taxedLine(833.33, { taxCode: { id: reverse } })])
  expect(await world.shown(id)).toMatchObject({
    total: 833.33,
    totalTax: 0,
    reverseChargeTax: 166.67,
    cost: 833.33,
    lines: [{ taxRate: 0, tax: 0, reverseChargeTax: 166.67 }],
  })
  await world.approve(id)
  expect(await world.shown(id)).toMatchObject({
    approvedTotal: 833.33,
    approvedReverseChargeTax: 166.67,
    toPay: 833.33,
    remaining: 833.33,
  })
})

test('tax that is not recoverable is a cost, owed tax as well, as in docs/money.md [I-220]', async () => {
  const half = await world.code('GB20', 20, {}, { recoverable: 50 })
  const reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' }, { recoverable: 0 })
  const id = await world.approved([
    taxedLine(100.25, { taxCode: { id: half } }),
    taxedLine(50, { taxCode: { id: reverse } }),
    taxedLine(10, { taxRate: 15 }),
  ])
  // 20.05 of tax, half of it is 10.025; a half goes to the even digit
  expect(await world.shown(id)).toMatchObject({
    totalTax: 21.55,
    reverseChargeTax: 10,
    nonRecoverableTax: 20.02,
    cost: 180.27,
    approvedNonRecoverableTax: 20.02,
    approvedCost: 180.27,
    lines: [{ nonRecoverableTax: 10.02 }, { nonRecoverableTax: 10 }, { nonRecoverableTax: 0 }],
  })
})

test('what is withheld is not paid, and counted once, as in docs/money.md [I-221]', async () => {
  const code = await world.code('IN18', 18, { country: 'IN' }, { withholding: 10 })
  const id = await world.approved([taxedLine(1_000, { taxCode: { id: code } })])
  expect(await world.shown(id)).toMatchObject({
    approvedTotal: 1_180,
    approvedWithheld: 100,
    toPay: 1_080,
    remaining: 1_080,
  })
  expect((await payments(id, { amount: 1_080.01 })).statusCode).toBe(400)
  expect((await payments(id, { amount: 500 })).statusCode).toBe(201)
  expect(await world.shown(id)).toMatchObject({ paidAmount: 500, remaining: 580 })
  const note = await world.posted([taxedLine(-200, { taxCode: { id: code } })], { credits: { id } })
  await world.approve(note)
  // 236.00 are credited, 20.00 of them would have been withheld
  expect(await world.shown(id)).toMatchObject({ remaining: 364, approvedWithheld: 100 })
  expect(await world.shown(note)).toMatchObject({ approvedTotal: -236, approvedWithheld: -20, remaining: 0 })
  expect((await world.payer.caller.post(`/v2/invoices/${id}/pay`, {})).statusCode).toBe(200)
  expect(await world.shown(id)).toMatchObject({ status: 'Paid', paidAmount: 864, remaining: 0 })
  const found = await world.payer.caller.get(
    `/v2/invoices?$filter=${encodeURIComponent('ApprovedWithheld eq 100 and Remaining eq 0')}`,
  )
  expect(found.json<{ items: { id: number }[] }>().items.map((each) => each.id)).toEqual([id])
})

test('a review computes all of it again, also of a reduction of the whole, as in docs/money.md [I-222]', async () => {
  const code = await world.code('IN18', 18, {}, { recoverable: 50, withholding: 10 })
  const reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' }, { recoverable: 25 })
  const id = await world.posted([
    taxedLine(1_000, { taxCode: { id: code } }),
    taxedLine(300, { taxCode: { id: reverse } }),
  ])
  const reduced = { number: 1, decision: 'Reduced', approvedAmount: 800, reason: 'Rate' }
  expect((await review(id, [reduced])).statusCode).toBe(200)
  const whole = { appliesTo: 'All', amount: 110, reason: 'Agreement' }
  const answer = await world.payer.caller.put(`/v2/invoices/${id}/review/reduction`, whole)
  // 80.00 and 30.00 are taken off: 720.00 and 270.00 are left
  expect(answer.json<object>()).toMatchObject({
    review: {
      totalTax: 129.6,
      reverseChargeTax: 54,
      nonRecoverableTax: 105.3,
      cost: 1_095.3,
      withheld: 72,
      total: 1_119.6,
      toPay: 1_047.6,
    },
    lines: [
      { approvedAmount: 720, approvedTax: 129.6, approvedNonRecoverableTax: 64.8, approvedWithheld: 72 },
      { approvedAmount: 270, approvedTax: 0, approvedReverseChargeTax: 54, approvedNonRecoverableTax: 40.5 },
    ],
  })
  await world.approve(id)
  expect(await world.shown(id)).toMatchObject({ toPay: 1_047.6, approvedCost: 1_095.3, remaining: 1_047.6 })
})

const cents = fc.integer({ min: 1, max: 500_000 }).map((amount) => amount / 100)
const rate = fc.integer({ min: 1, max: 300_000 }).map((percent) => percent / 10_000)
const share = fc.integer({ min: 0, max: 1_000_000 }).map((percent) => percent / 10_000)
const codes = fc.record({
  kind: fc.constantFrom('Standard', 'ReverseCharge'),
  rate,
  recoverable: share,
  withholding: share,
})
const lines = fc.array(
  fc.record({
    price: cents,
    code: fc.integer({ min: -1, max: 2 }),
    left: fc.option(fc.integer({ min: 0, max: 99 })),
  }),
  { minLength: 1, maxLength: 6 },
)

test('sums of lines are the totals to the cent, whatever the codes, reductions and credits [I-222]', async () => {
  const scenario = fc.record({
    codes: fc.tuple(codes, codes, codes),
    lines,
    whole: fc.option(fc.integer({ min: 1, max: 99 })),
    credited: fc.integer({ min: 1, max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      world = await createTaxWorld(parts)
      const ids: number[] = []
      for (const [index, { kind, rate: percent, ...on }] of given.codes.entries())
        ids.push(await world.code(`C${index}`, percent, { kind }, on))
      const line = (price: number, code: number) =>
        taxedLine(price, code < 0 ? { taxRate: 7.25 } : { taxCode: { id: ids[code] } })
      const id = await world.posted(given.lines.map(({ price, code }) => line(price, code)))
      for (const [index, { left }] of given.lines.entries()) {
        if (left === null) continue
        // a line of a cent may have nothing to be reduced
        await review(id, [
          { number: index + 1, decision: 'Reduced', reducedByPercent: 100 - left, reason: 'Rate' },
        ])
      }
      if (given.whole !== null) {
        const body = { appliesTo: 'All', percent: given.whole, reason: 'Agreement' }
        await world.payer.caller.put(`/v2/invoices/${id}/review/reduction`, body)
      }
      await world.approve(id)
      const invoice = await world.shown(id)
      checkSums(invoice)
      const [first] = invoice.lines
      const price = Math.floor((first?.approvedAmount ?? 0) * given.credited) / 100
      if (price === 0) return
      const note = await world.draft([line(-price, given.lines[0]?.code ?? -1)], { credits: { id } })
      const noteId = note.json<{ id: number }>().id
      if ((await world.post(noteId)).statusCode !== 200) return
      await world.approve(noteId)
      const credit = await world.shown(noteId)
      checkSums(credit)
      const due = sum([invoice.toPay, credit.toPay])
      expect((await world.shown(id)).remaining).toBe(due)
    }),
    { numRuns: repetitions(6, 60) },
  )
})

const sum = (numbers: readonly (number | null)[]) => Number(sumOf(numbers.map((each) => String(each ?? 0))))

function checkSums(invoice: Awaited<ReturnType<TaxWorld['shown']>>): void {
  const of = (name: 'reverseChargeTax' | 'nonRecoverableTax' | 'withheld') =>
    sum(invoice.lines.map((line) => line[name]))
  const approved = (
    name:
      | 'approvedAmount'
      | 'approvedTax'
      | 'approvedReverseChargeTax'
      | 'approvedNonRecoverableTax'
      | 'approvedWithheld',
  ) => sum(invoice.lines.map((line) => line[name]))
  expect(invoice).toMatchObject({
    reverseChargeTax: of('reverseChargeTax'),
    nonRecoverableTax: of('nonRecoverableTax'),
    withheld: of('withheld'),
    approvedReverseChargeTax: approved('approvedReverseChargeTax'),
    approvedNonRecoverableTax: approved('approvedNonRecoverableTax'),
    approvedWithheld: approved('approvedWithheld'),
    approvedTotal: sum([approved('approvedAmount'), approved('approvedTax')]),
    approvedCost: sum([approved('approvedAmount'), approved('approvedNonRecoverableTax')]),
    toPay: sum([approved('approvedAmount'), approved('approvedTax'), -approved('approvedWithheld')]),
  })
}
