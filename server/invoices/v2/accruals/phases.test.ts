// Unbilled work by phase: stated, accrued less what was posted of each, exported, reversed, and beside the budget.
import { beforeEach, expect, test } from 'vitest'
import { createUser, type TestUser } from '../../../../test/factories.ts'
import {
  createInvoiceWorld,
  draftInvoice,
  type InvoiceWorld,
  moveInvoiceTo,
} from '../../../../test/fixtures/invoices.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { runAccruals } from '../../accruals/run-accruals.ts'

const parts = useTestApp()
let world: InvoiceWorld
let payer: Caller
let firm: Caller
let administrator: TestUser

beforeEach(async () => {
  world = await createInvoiceWorld(parts)
  const { organisationId } = world
  administrator = await createUser(parts.app, { organisationId, role: 'Administrator' })
  await on('2026-03-20')
  const admin = await callerFor(parts, administrator)
  const window = { enabled: true, opensDay: 25, closesDay: 4, remindDays: [2], unanswered: 'Mean' }
  expect((await admin.put('/v2/invoices/accrualSettings', window)).statusCode).toBe(200)
})

/** Goes to a day, and does what time does. Tokens do not last as long. */
async function on(day: string): Promise<void> {
  parts.clock.set(new Date(`${day}T12:00:00Z`))
  payer = await callerFor(parts, world.payer.user)
  firm = await callerFor(parts, world.lawyer.user)
  await runAccruals(parts.app)
}

const plan = async (phases: readonly (string | null)[]) => {
  const body = { currency: 'GBP', reason: 'Plan', parts: phases.map((phase) => ({ phase, amount: 1000 })) }
  expect((await payer.put(`/v2/matters/${world.matterId}/budget`, body)).statusCode).toBe(204)
}

const state = (more: object) =>
  firm.put('/v2/unbilledWork', {
    entries: [{ month: '2026-03', matter: { id: world.matterId }, currency: 'GBP', ...more }],
  })

async function post(prices: Readonly<Record<string, string>>): Promise<void> {
  const { lawyer, matterId } = world
  const lines = Object.entries(prices).map(([taskCode, unitPrice]) => ({
    kind: 'Fee' as const,
    description: 'Advice',
    unitPrice,
    taskCode: taskCode === '' ? null : taskCode,
  }))
  const id = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines })
  await moveInvoiceTo(parts.app, lawyer.actor, id, 'Posted')
}

const byPhase = [
  { phase: 'l300', amount: 400 },
  { phase: 'L400', amount: 100 },
]

test('a firm states by phase, and each phase is accrued less what was posted of it [I-280, I-283]', async () => {
  await plan(['L300', 'L400', null])
  await on('2026-03-25')
  expect((await firm.get('/v2/unbilledWork')).json()).toMatchObject({
    entries: [{ amount: null, phases: null, budgetPhases: ['L300', 'L400'] }],
  })
  expect((await state({ phases: byPhase })).statusCode).toBe(204)
  expect((await firm.get('/v2/unbilledWork')).json()).toMatchObject({
    entries: [
      {
        amount: 500,
        phases: [
          { phase: 'L300', amount: 400 },
          { phase: 'L400', amount: 100 },
        ],
      },
    ],
  })
  await on('2026-04-02')
  await post({ L310: '150' })
  const accrued = [
    { phase: 'L300', amount: 250 },
    { phase: 'L400', amount: 100 },
  ]
  const month = async () => (await payer.get('/v2/accruals/2026-03')).json<{ entries: object[] }>().entries
  expect(await month()).toMatchObject([{ stated: 500, accrual: 350, phases: { accrued } }])
  await on('2026-04-05')
  expect(await month()).toMatchObject([{ accrual: 350, phases: { accrued } }])
  expect((await payer.get('/v2/accruals/2026-03/lines')).json()).toMatchObject({
    lines: accrued.map((each) => ({ kind: 'Accrual', ...each })),
  })
  const csv = (await payer.get('/v2/accruals/2026-03/lines.csv')).body.trim().split('\r\n')
  expect(csv.map((line) => line.split(',').at(-1))).toEqual(['Phase', 'L300', 'L400'])
  await on('2026-04-25')
  await on('2026-05-05')
  expect((await payer.get('/v2/accruals/2026-04/lines')).json()).toMatchObject({
    lines: [
      { kind: 'Reversal', phase: 'L300', amount: -250 },
      { kind: 'Reversal', phase: 'L400', amount: -100 },
      { kind: 'Accrual', phase: null, amount: 116.67, source: 'Estimated' },
    ],
  })
})

test('the budget shows by phase what is accrued and not billed since [I-284]', async () => {
  await plan(['L300', 'L400', null])
  await on('2026-03-25')
  await state({ phases: byPhase })
  await on('2026-04-05')
  const phases = async () => {
    const money = await payer.get(`/v2/matters/${world.matterId}/money`)
    const [period] = money.json<{
      periods: { accrued: number; phases: { phase: string; accrued: number }[] }[]
    }>().periods
    return [period?.accrued, ...(period?.phases.map(({ phase, accrued }) => [phase, accrued]) ?? [])]
  }
  expect(await phases()).toEqual([500, ['L300', 400], ['L400', 100], [null, 0]])
  await post({ L410: '160' })
  expect(await phases()).toEqual([340, ['L300', 340], ['L400', 0], [null, 0]])
  await post({ '': '340' })
  expect(await phases()).toEqual([0, ['L300', 0], ['L400', 0], [null, 0]])
})

test('a matter without phases is stated in all, and what is wrong is refused by name [I-282]', async () => {
  await plan([null])
  await on('2026-03-25')
  const refused = async (more: object) => {
    const answer = await state(more)
    return [answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]
  }
  expect(await refused({ phases: byPhase })).toEqual([400, ['entries[0].phases']])
  await plan(['L300', null])
  expect(await refused({ phases: [{ phase: 'X1', amount: 1 }] })).toEqual([
    400,
    ['entries[0].phases[0].phase'],
  ])
  expect(await refused({ phases: [byPhase[0], byPhase[0]] })).toEqual([400, ['entries[0].phases[1].phase']])
  expect(await refused({ phases: [{ phase: null, amount: 0.001 }] })).toEqual([
    400,
    ['entries[0].phases[0].amount'],
  ])
  expect(await refused({ phases: byPhase, amount: 400 })).toEqual([400, ['entries[0].amount']])
  expect(await refused({ phases: 'all' })).toEqual([400, ['entries[0].phases']])
  expect(await refused({ phases: [] })).toEqual([400, ['entries[0].phases']])
  expect(await refused({})).toEqual([400, ['entries[0].amount']])
  expect((await state({ amount: 70 })).statusCode).toBe(204)
  expect((await firm.get('/v2/unbilledWork')).json()).toMatchObject({
    entries: [{ amount: 70, phases: null }],
  })
  expect((await state({ amount: null })).statusCode).toBe(204)
  expect((await firm.get('/v2/unbilledWork')).json()).toMatchObject({
    entries: [{ amount: null, phases: null }],
  })
})
