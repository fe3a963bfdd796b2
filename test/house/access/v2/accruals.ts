// Access through v2 to accruals and unbilled work.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { matter } from './invoices.ts'
import { lawFirm } from './organisations.ts'

let months = 0

/** A month of its own, with something accrued on a matter of the owner. */
async function month(world: World, isClosed = false) {
  const { app, organisationId } = world
  const firm = await lawFirm(world)
  const matterId = await matter(world)
  // each before the others: a month is closed after those before it
  const number = 1_199 - months++
  const at = `${2000 + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  const note = mark()
  await internalTransaction(app, async (tx, now) => {
    const of = { organisation_id: organisationId, month: `${at}-01` }
    const on = { matter_id: matterId, provider_id: firm.id, currency: 'GBP' }
    await tx
      .insertInto('accrual_periods')
      .values({ ...of, cut_off_at: now, closes_on: `${at}-28`, opened_at: now, closed_at: now })
      .execute()
    await tx
      .insertInto('accrual_entries')
      .values({ ...of, ...on, stated: '100', note })
      .execute()
    if (isClosed) {
      const line = { kind: 'Accrual', amount: '100', source: 'Stated' }
      await tx
        .insertInto('accrual_lines')
        .values({ ...of, ...on, ...line })
        .execute()
      return
    }
    await tx
      .updateTable('accrual_periods')
      .set({ closed_at: null })
      .where('organisation_id', '=', organisationId)
      .where('month', '=', of.month)
      .execute()
  })
  return { params: { month: at }, note, firm: firm.name }
}

/** Of accruals. */
export const accrualCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/accruals',
    make: async (world) => ({ mark: (await month(world, true)).params.month }),
    outsider: 'shown nothing',
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/accruals/:month',
    make: async (world) => {
      const { params, note } = await month(world, true)
      return { params, mark: note }
    },
    words: ['month'],
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'POST /v2/accruals/:month/close',
    make: async (world) => ({ params: (await month(world)).params, body: {} }),
    words: ['month'],
    colleague: 403,
  },
  ...['lines', 'lines.csv'].map(
    (what): AccessCase => ({
      route: `GET /v2/accruals/:month/${what}`,
      make: async (world) => {
        const { params, firm } = await month(world, true)
        return { params, mark: firm }
      },
      words: ['month'],
      colleague: 403,
      viewer: 403,
    }),
  ),
  { route: 'GET /v2/invoices/accrualSettings', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PUT /v2/invoices/accrualSettings',
    make: () => ({ body: { opensDay: 1 + (months++ % 28) } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/unbilledWork',
    make: () => ({}),
    answers: 403,
    outsider: 403,
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'PUT /v2/unbilledWork',
    make: () => ({ body: { entries: [] } }),
    answers: 403,
    outsider: 403,
    colleague: 403,
    changesNothing: 'it is for law firms',
  },
]
