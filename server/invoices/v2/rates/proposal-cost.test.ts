// What proposed rates would change: the example of docs/money.md, and which hours count.
import { beforeEach, expect, test } from 'vitest'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const ruth = { timekeeper: { number: '14', name: 'Ruth Calder' } }
const rate = (more: object = {}) => ({ ...ruth, currency: 'GBP', rate: 430, from: '2026-04-01', ...more })
async function propose(rates: readonly object[]): Promise<string> {
  const body = { customer: { id: world.organisationId }, rates, note: 'With the next year of practice' }
  const answer = await world.lawyer.caller.post('/v2/rateProposals', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return `/v2/rateProposals/${answer.json<{ id: number }>().id}`
}
const agree = (more: object) =>
  world.payer.caller.post('/v2/agreedRates', {
    firm: { id: world.firmId },
    ...rate({ rate: 412.5, from: '2025-01-01' }),
    ...more,
  })

async function bill(lines: readonly object[]) {
  const { lawyer, matterId } = world
  const values = { currency: 'GBP', invoiceDate: '2026-02-27' }
  const whole = lines.map((line) => ({ kind: 'Fee', description: 'Advice', unitPrice: '400', ...line }))
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { ...values, lines: whole as never })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}
test('says percent, and what the rates would cost a year on last year’s hours [I-127]', async () => {
  await agree({})
  await bill([
    { timekeeperNumber: '14', quantity: '100', workDate: '2025-06-02' },
    { timekeeperNumber: '14', quantity: '20', workDate: '2026-02-27' },
    // more than a year ago, by somebody else, and no time
    { timekeeperNumber: '14', quantity: '50', workDate: '2025-03-01' },
    {
      timekeeperNumber: '15',
      timekeeperClass: 'ASSOC',
      quantity: '10',
      unitPrice: '240',
      workDate: '2025-09-01',
    },
    {
      timekeeperNumber: '16',
      timekeeperClass: 'ASSOC',
      quantity: '30',
      unitPrice: '200',
      workDate: '2025-09-01',
    },
    { kind: 'Disbursement' },
  ])
  const rates = [
    rate(),
    rate({ timekeeper: null, timekeeperClass: 'ASSOC', rate: 220.5 }),
    rate({ timekeeper: { number: '77' } }),
  ]
  const at = await propose(rates)
  expect((await world.payer.caller.get(at)).json()).toMatchObject({
    status: 'Proposed',
    customer: { id: world.organisationId },
    firm: { id: world.firmId },
    rates: [
      {
        number: 1,
        rate: 430,
        currentRate: 412.5,
        currentFrom: 'Agreed',
        hours: 120,
        proposed: { percent: 4.24, yearlyCost: 2100 },
        counter: null,
      },
      {
        currentRate: 210,
        currentFrom: 'Billed',
        hours: 40,
        proposed: { percent: 5, yearlyCost: 420 },
      },
      { currentRate: null, currentFrom: null, hours: 0, proposed: { percent: null, yearlyCost: null } },
    ],
    steps: [{ status: 'Proposed', note: 'With the next year of practice' }],
    can: { approve: true, counter: true, decline: true, accept: false, withdraw: false },
  })
  // hours and costs are for who pays
  expect((await world.lawyer.caller.get(at)).json()).toMatchObject({
    rates: [{ currentRate: 412.5, hours: null, proposed: { percent: 4.24, yearlyCost: null } }, {}, {}],
    can: { approve: false, counter: false, decline: false, accept: false, withdraw: true },
  })
})

test('counts each hour for the most special rate only [I-127]', async () => {
  await agree({ timekeeper: { number: '15' }, timekeeperClass: null, rate: 300 })
  await bill(
    ['14', '15', '16'].map((timekeeperNumber) => ({
      timekeeperNumber,
      timekeeperClass: 'PARTNR',
      quantity: '10',
      workDate: '2026-01-05',
    })),
  )
  const at = await propose([rate(), rate({ timekeeper: null, timekeeperClass: 'PARTNR' })])
  // 15 keeps the rate that is agreed
  expect((await world.payer.caller.get(at)).json()).toMatchObject({ rates: [{ hours: 10 }, { hours: 10 }] })
})
