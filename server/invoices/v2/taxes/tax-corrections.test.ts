// Tax codes of posted lines that the organisation that pays names or corrects while it reviews the invoice.
import { beforeEach, expect, test } from 'vitest'
import { createTaxWorld, taxedLine, type TaxWorld } from '../../../../test/fixtures/taxes.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: TaxWorld
let standard: number
let half: number
let reverse: number
beforeEach(async () => {
  world = await createTaxWorld(parts)
  standard = await world.code('GB20', 20)
  half = await world.code('GB20H', 20, {}, { recoverable: 50, withholding: 10 })
  reverse = await world.code('GBRC', 20, { kind: 'ReverseCharge' })
})

const reason = 'The firm is established abroad.'
const correct = (id: number, lines: readonly object[], caller: Caller = world.payer.caller) =>
  caller.post(`/v2/invoices/${id}/review/taxCodes`, { lines })
async function corrected(id: number, lines: readonly object[]) {
  const answer = await correct(id, lines)
  expect(answer.statusCode, answer.body).toBe(200)
}
const line = (number: number, id: number | null) => ({
  number,
  taxCode: id === null ? null : { id },
  ...(id === null ? {} : { reason }),
})
const problems = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { errors?: Record<string, string[]> }).errors

test('the tax that is approved follows the corrected code, as in docs/money.md [I-274]', async () => {
  const id = await world.posted([
    taxedLine(1000, { taxCode: { id: standard } }),
    taxedLine(50, { taxRate: 20 }),
  ])
  await corrected(id, [line(1, reverse), line(2, half)])
  const shown = await world.shown(id)
  expect(shown).toMatchObject({
    status: 'InReview',
    total: 1260,
    totalTax: 210,
    reverseChargeTax: 200,
    withheld: 5,
    nonRecoverableTax: 5,
    review: { totalTax: 10, total: 1060, toPay: 1055, reverseChargeTax: 200 },
  })
  expect(shown.lines).toMatchObject([
    {
      tax: 200,
      taxRate: 20,
      taxCode: { code: 'GBRC' },
      approvedTax: 0,
      taxCorrection: {
        billed: { code: 'GB20' },
        taxRate: 0,
        reason,
        corrected: { user: { id: world.payer.user.id } },
      },
    },
    { tax: 10, taxCode: { code: 'GB20H' }, approvedTax: 10, taxCorrection: { billed: null, taxRate: null } },
  ])
  await world.approve(id)
  expect(await world.shown(id)).toMatchObject({ approvedTotal: 1060, approvedWithheld: 5, toPay: 1055 })
  const late = await correct(id, [line(1, standard)])
  expect(late.statusCode).toBe(409)
  const made = await world.payer.caller.post('/v2/financeExports', { invoices: [{ id }] })
  const lines = await world.payer.caller.get(
    `/v2/financeExports/${made.json<{ id: number }>().id}/lines/export?format=json`,
  )
  expect(JSON.parse(lines.body)).toMatchObject([
    { taxCode: 'GBRC', taxRate: '0.0000', approvedTax: '0.0000' },
    { taxCode: 'GB20H', taxRate: '20.0000' },
  ])
})

test('both sides see it and its history, the firm without who did it [I-274]', async () => {
  const id = await world.posted([taxedLine(100, { taxCode: { id: standard } })])
  await corrected(id, [line(1, half)])
  const seen = await world.shown(id, world.lawyer.caller)
  expect(seen.lines).toMatchObject([
    {
      taxCode: { code: 'GB20H' },
      taxCorrection: { billed: { code: 'GB20' }, reason, corrected: { user: null } },
    },
  ])
  for (const { caller } of [world.payer, world.lawyer]) {
    const history = (await caller.get(`/v2/matters/${world.matterId}/history`)).json<{
      items: { changes: { label: string; from: unknown; to: unknown }[] }[]
    }>()
    expect(history.items.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ label: 'Tax codes of lines' }),
    )
  }
})

test('a correction is taken back, and corrected again it still says what was billed [I-275]', async () => {
  const id = await world.posted([
    taxedLine(100, { taxCode: { id: standard } }),
    taxedLine(10, { taxRate: 20 }),
  ])
  const before = await world.shown(id)
  await corrected(id, [line(1, half), line(2, reverse)])
  await corrected(id, [line(1, reverse)])
  expect((await world.shown(id)).lines).toMatchObject([
    { taxCode: { code: 'GBRC' }, taxCorrection: { billed: { code: 'GB20' } } },
    { taxCorrection: { billed: null } },
  ])
  // the code that was billed is what was billed
  await corrected(id, [line(1, standard), line(2, null)])
  const after = await world.shown(id)
  expect(after.lines).toEqual(
    before.lines.map((each) => ({
      ...each,
      approvedAmount: expect.any(Number),
      approvedTax: expect.any(Number),
      approvedReverseChargeTax: 0,
      approvedNonRecoverableTax: expect.any(Number),
      approvedWithheld: 0,
    })),
  )
  expect(after).toMatchObject({
    reverseChargeTax: 0,
    withheld: 0,
    nonRecoverableTax: before.nonRecoverableTax,
  })
})

test('an invoice that is declined and posted again begins with the codes that the firm named [I-275]', async () => {
  const id = await world.posted([taxedLine(100, { taxCode: { id: standard } })])
  await corrected(id, [line(1, reverse)])
  await world.payer.caller.post(`/v2/invoices/${id}/decline`, { reason: 'Another code' })
  expect((await world.post(id)).statusCode).toBe(200)
  expect(await world.shown(id)).toMatchObject({
    reverseChargeTax: 0,
    lines: [{ taxCode: { code: 'GB20' }, taxCorrection: null, tax: 20 }],
  })
})

test('what is wrong is named by line, nothing is half done, and a code in use stays [I-276]', async () => {
  const id = await world.posted([
    taxedLine(100, { taxCode: { id: standard } }),
    taxedLine(-20, { taxRate: 20 }),
    taxedLine(5),
  ])
  const later = await world.code('GB0', 0, { kind: 'Zero', rates: [{ from: '2027-01-01', rate: 0 }] })
  const cases: readonly (readonly [unknown, string])[] = [
    [[], 'lines'],
    ['GB20', 'lines'],
    [[{ number: 'one', taxCode: null }], 'lines[0].number'],
    [[{ number: 1 }], 'lines[0].taxCode'],
    [[{ number: 1, taxCode: 'GB20' }], 'lines[0].taxCode'],
    [[{ number: 1, taxCode: { id: half } }], 'lines[0].reason'],
    [[{ ...line(1, half), reason: 'x'.repeat(2_001) }], 'lines[0].reason'],
    [[line(4, half)], 'lines[0].number'],
    [[line(1, half), line(1, reverse)], 'lines[1].number'],
    [[line(1, 2_000_000_000)], 'lines[0].taxCode'],
    [[line(1, later)], 'lines[0].taxCode'],
    // the firm billed no tax on it
    [[line(3, half)], 'lines[0].taxCode'],
    // less would be taken off
    [[line(2, reverse)], 'lines'],
  ]
  for (const [lines, name] of cases) {
    const answer = await correct(id, lines as readonly object[])
    expect([answer.statusCode, Object.keys(problems(answer) ?? {})], JSON.stringify(lines)).toEqual([
      400,
      [name],
    ])
  }
  expect(await world.shown(id)).toMatchObject({ status: 'Posted' })
  await corrected(id, [line(1, reverse), line(2, reverse)])
  expect(await world.shown(id)).toMatchObject({ review: { totalTax: 0 } })
  const gone = await world.admin.delete(`/v2/taxCodes/${standard}`)
  expect(gone.statusCode).toBe(409)
  expect((await correct(id, [line(1, half)], world.lawyer.caller)).statusCode).toBe(403)
  expect((await correct(id, [line(1, half)], world.member.caller)).statusCode).toBe(403)
})
