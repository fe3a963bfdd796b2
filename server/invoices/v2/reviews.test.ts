// Reviewing an invoice: decisions on lines, a reduction of the whole, and what is approved in the end.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
let own: string

interface Shown {
  status: string
  total: number
  approvedFees: number | null
  approvedTotal: number | null
  lines: {
    number: number
    approvedAmount: number | null
    approvedTax: number | null
    review: object | null
  }[]
  review: {
    fees: number
    totalTax: number
    total: number
    reviewedLines: number
    reduction: object | null
  } | null
  can: { reviewLines: boolean }
}

const lines = [
  { kind: 'Fee', description: 'Drafting', quantity: '2.5', unitPrice: '333.33', taxRate: '15' },
  { kind: 'Fee', description: 'Calls', quantity: '1.1', unitPrice: '180', taxRate: '15' },
  { kind: 'Fee', description: 'Discount', quantity: '1', unitPrice: '-50', taxRate: '15' },
  { kind: 'Disbursement', description: 'Court fees', unitPrice: '20.05' },
] as const

beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const id = await draftInvoice(parts.app, world.lawyer.actor, world.matterId, { lines })
  await moveInvoiceTo(parts.app, world.lawyer.actor, id, 'Posted')
  own = `/v2/invoices/${id}`
})

async function review(asked: readonly object[]): Promise<Shown> {
  const answer = await world.payer.caller.post(`${own}/review/lines`, { lines: asked })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Shown>()
}
const get = async (person: 'payer' | 'lawyer' = 'payer') =>
  (await world[person].caller.get(own)).json<Shown>()

test('lines are accepted, reduced in four ways and rejected, with their taxes, to the cent [I-80]', async () => {
  // 2.5 x 333.33 = 833.33 (half away from zero, as billed); 1.1 x 180 = 198; -50; 20.05; tax 125.00 + 29.70 - 7.50
  expect(await get()).toMatchObject({
    status: 'Posted',
    total: 1148.58,
    review: { total: 1148.58, reviewedLines: 0 },
  })
  const seen = await review([
    { number: 1, decision: 'Reduced', approvedQuantity: 1.5, reason: 'Hours' },
    { number: 2, decision: 'Rejected', reason: 'Other', note: 'Nobody was called.' },
    { number: 3, decision: 'Accepted' },
  ])
  // 1.5 x 333.33 = 499.995, half to even 500.00, tax 75.00
  expect(seen).toMatchObject({
    status: 'InReview',
    review: { fees: 450, totalTax: 67.5, total: 537.55, reviewedLines: 3, reduction: null },
    lines: [
      {
        approvedAmount: 500,
        approvedTax: 75,
        review: { decision: 'Reduced', approvedQuantity: 1.5, reason: 'Hours' },
      },
      { approvedAmount: 0, approvedTax: 0, review: { decision: 'Rejected', note: 'Nobody was called.' } },
      { approvedAmount: -50, approvedTax: -7.5, review: { decision: 'Accepted' } },
      { approvedAmount: 20.05, approvedTax: 0, review: null },
    ],
  })
  expect(seen.lines[0]?.review).toMatchObject({ reviewed: { user: { id: world.payer.user.id } } })
  const again = await review([
    { number: 1, decision: 'Reduced', approvedUnitPrice: 300, reason: 'Rate' },
    { number: 2, decision: 'Reduced', reducedByPercent: '12.5', reason: 'Staffing' },
    { number: 3, decision: null },
    { number: 4, decision: 'Reduced', approvedAmount: 20, reason: 'Expense' },
  ])
  expect(again.lines.map(({ approvedAmount }) => approvedAmount)).toEqual([750, 173.25, -50, 20])
  expect(again.review?.reviewedLines).toBe(3)
})

test('a wrong decision is refused by line and property, and none of them is stored [I-81]', async () => {
  const wrong: readonly [object, string][] = [
    [{ number: 1, decision: 'Reduced', reason: 'Rate' }, 'lines[1].decision'],
    [
      { number: 1, decision: 'Reduced', approvedAmount: 1, reducedByPercent: 1, reason: 'Rate' },
      'lines[1].reducedByPercent',
    ],
    [{ number: 1, decision: 'Reduced', approvedAmount: 833.33, reason: 'Rate' }, 'lines[1].approvedAmount'],
    [{ number: 1, decision: 'Reduced', approvedAmount: 1.005, reason: 'Rate' }, 'lines[1].approvedAmount'],
    [{ number: 1, decision: 'Reduced', approvedQuantity: -1, reason: 'Rate' }, 'lines[1].approvedQuantity'],
    [
      { number: 1, decision: 'Reduced', approvedUnitPrice: 334, reason: 'Rate' },
      'lines[1].approvedUnitPrice',
    ],
    [{ number: 1, decision: 'Reduced', reducedByPercent: 0, reason: 'Rate' }, 'lines[1].reducedByPercent'],
    [{ number: 1, decision: 'Reduced', reducedByPercent: 101, reason: 'Rate' }, 'lines[1].reducedByPercent'],
    [{ number: 1, decision: 'Reduced', approvedQuantity: 1 }, 'lines[1].reason'],
    [{ number: 1, decision: 'Reduced', approvedQuantity: 1, reason: 'Greed' }, 'lines[1].reason'],
    [{ number: 1, decision: 'Rejected', reason: 'Other' }, 'lines[1].note'],
    [{ number: 1, decision: 'Rejected', approvedAmount: 3, reason: 'Rate' }, 'lines[1].approvedAmount'],
    [{ number: 1, decision: 'Accepted', approvedAmount: 3 }, 'lines[1].approvedAmount'],
    [{ number: 3, decision: 'Rejected', reason: 'Rate' }, 'lines[1].decision'],
    [{ number: 4, decision: 'Accepted' }, 'lines[1].number'],
    [{ number: 9, decision: 'Accepted' }, 'lines[1].number'],
    [{ number: '1', decision: 'Accepted' }, 'lines[1].number'],
    [{ number: 1, decision: 'Doubled' }, 'lines[1].decision'],
    [{ number: 1, decision: 'Accepted', amount: 3 }, 'lines[1].amount'],
  ]
  for (const [asked, name] of wrong) {
    const answer = await world.payer.caller.post(`${own}/review/lines`, {
      lines: [{ number: 4, decision: 'Rejected', reason: 'Expense' }, asked],
    })
    expect([answer.statusCode, answer.json<{ errors: object }>().errors], answer.body).toEqual([
      400,
      expect.objectContaining({ [name]: expect.anything() as unknown }),
    ])
  }
  expect(await get()).toMatchObject({ status: 'Posted', review: { reviewedLines: 0 } })
})

test('a reduction of the whole is spread over the lines in proportion, exactly [I-82]', async () => {
  const reduce = async (body: object) => world.payer.caller.put(`${own}/review/reduction`, body)
  const byAmount = await reduce({ appliesTo: 'Fees', amount: 100, reason: 'Agreement' })
  expect(byAmount.statusCode, byAmount.body).toBe(200)
  // 100 x 833.33 / 1031.33 = 80.801…, 100 x 198 / 1031.33 = 19.198…: the larger fraction gets the cent
  expect(byAmount.json<Shown>().lines.map(({ approvedAmount }) => approvedAmount)).toEqual([
    752.53, 178.8, -50, 20.05,
  ])
  expect(byAmount.json<Shown>().review).toMatchObject({
    fees: 881.33,
    reduction: { amount: 100, percent: null },
  })
  const byPercent = await reduce({ appliesTo: 'All', percent: 10, reason: 'Other', note: 'Volume' })
  // 10 % of 1051.38 is 105.14
  const left = byPercent.json<Shown>()
  expect(left.lines.reduce((sum, { approvedAmount }) => sum + (approvedAmount ?? 0), 0)).toBeCloseTo(
    896.24,
    9,
  )
  for (const [body, name] of [
    [{ appliesTo: 'Fees', amount: 1031.34, reason: 'Rate' }, 'amount'],
    [{ appliesTo: 'Fees', amount: 0, reason: 'Rate' }, 'amount'],
    [{ appliesTo: 'Fees', amount: 1, percent: 1, reason: 'Rate' }, 'percent'],
    [{ appliesTo: 'Fees', reason: 'Rate' }, 'amount'],
    [{ appliesTo: 'Fees', percent: 100.1, reason: 'Rate' }, 'percent'],
    [{ appliesTo: 'Some', percent: 1, reason: 'Rate' }, 'appliesTo'],
    [{ appliesTo: 'Fees', percent: 1, reason: 'Other' }, 'note'],
    [{ appliesTo: 'Fees', percent: 1 }, 'reason'],
  ] as const) {
    const answer = await reduce(body)
    expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([400, [name]])
  }
  // a later decision that leaves less than the reduction takes no line below nothing
  await reduce({ appliesTo: 'Fees', amount: 1000, reason: 'Agreement' })
  const rejected = await review([{ number: 1, decision: 'Rejected', reason: 'Rate' }])
  expect(rejected.lines.map(({ approvedAmount }) => approvedAmount)).toEqual([0, 0, -50, 20.05])
  const without = await world.payer.caller.delete(`${own}/review/reduction`)
  expect(without.json()).toMatchObject({ review: { fees: 148, reduction: null } })
})

describe('approving', () => {
  const approve = (body: object = {}) => world.payer.caller.post(`${own}/approve`, body)

  test('accepts what the review leaves, and freezes it [I-83]', async () => {
    await review([{ number: 1, decision: 'Reduced', approvedAmount: 800, reason: 'Rate' }])
    const other = await approve({ fees: 900 })
    expect([other.statusCode, other.json<{ errors: object }>().errors]).toEqual([
      400,
      {
        fees: [
          'fees must be 948.00, what the review of the lines leaves; leave it out, or change the review.',
        ],
      },
    ])
    const approved = await approve({ fees: 948 })
    expect(approved.json(), approved.body).toMatchObject({
      status: 'Approved',
      approvedFees: 948,
      approvedTotal: 1110.25,
      review: { fees: 948, totalTax: 142.2, total: 1110.25 },
      can: { reviewLines: false },
    })
    expect(approved.json<Shown>().lines.map(({ approvedAmount }) => approvedAmount)).toEqual([
      800, 198, -50, 20.05,
    ])
    const late = await world.payer.caller.post(`${own}/review/lines`, {
      lines: [{ number: 1, decision: null }],
    })
    expect(late.statusCode).toBe(409)
    expect((await world.payer.caller.delete(`${own}/review/reduction`)).statusCode).toBe(409)
    const listed = await world.payer.caller.get('/v2/invoices?$filter=ApprovedTotal eq 1110.25')
    expect(listed.json()).toMatchObject({ items: [{ approvedTotal: 1110.25 }] })
  })

  test('of less fees without a review is a reduction of the fees, with less tax [I-83]', async () => {
    const approved = await approve({ fees: 900 })
    // 81.33 less, of 833.33 and 198
    expect(approved.json(), approved.body).toMatchObject({
      approvedFees: 900,
      review: { fees: 900, totalTax: 135.0, reduction: { appliesTo: 'Fees', amount: 81.33 } },
    })
    const fees = approved.json<Shown>().lines.slice(0, 3)
    const sum = fees.reduce((all, { approvedAmount }) => all + (approvedAmount ?? 0), 0)
    expect(sum).toBeCloseTo(900, 9)
  })

  test('with more decimals than the currency is refused [I-83]', async () => {
    expect((await approve({ fees: 900.001 })).statusCode).toBe(400)
  })
})

test('the firm reviews nothing, and sees the decisions when they are final [I-84]', async () => {
  const { lawyer, member, payer } = world
  const body = { lines: [{ number: 1, decision: 'Rejected', reason: 'Vague' }] }
  expect((await lawyer.caller.post(`${own}/review/lines`, body)).statusCode).toBe(403)
  expect((await member.caller.post(`${own}/review/lines`, body)).statusCode).toBe(403)
  await review(body.lines)
  const hidden = await get('lawyer')
  expect([hidden.review, hidden.can.reviewLines]).toEqual([null, false])
  expect(hidden.lines.map((line) => [line.review, line.approvedAmount, line.approvedTax])).toEqual(
    lines.map(() => [null, null, null]),
  )
  const history = await lawyer.caller.get(`${own}/history`)
  expect(history.body).not.toContain('Vague')
  await payer.caller.post(`${own}/decline`, { reason: 'Please correct the first line' })
  expect((await get('lawyer')).lines[0]).toMatchObject({
    approvedAmount: 0,
    review: { decision: 'Rejected', reason: 'Vague' },
  })
})

test('what was reviewed since it was read is not approved unseen [I-85]', async () => {
  const { caller } = world.payer
  const etag = String((await caller.get(own)).headers['etag'])
  await review([{ number: 1, decision: 'Rejected', reason: 'Vague' }])
  const stale = await caller.post(`${own}/approve`, {}, { headers: { 'if-match': etag } })
  expect([stale.statusCode, (await get()).status]).toEqual([412, 'InReview'])
  const fresh = String((await caller.get(own)).headers['etag'])
  expect((await caller.post(`${own}/approve`, {}, { headers: { 'if-match': fresh } })).statusCode).toBe(200)
})

test('of two reviewers who read the same version one is refused [I-85]', async () => {
  const { caller } = world.payer
  const etag = String((await caller.get(own)).headers['etag'])
  const decide = (number: number) =>
    caller.post(
      `${own}/review/lines`,
      { lines: [{ number, decision: 'Accepted' }] },
      { headers: { 'if-match': etag } },
    )
  const answers = await Promise.all([decide(1), decide(2)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
  expect((await get()).review?.reviewedLines).toBe(1)
})
