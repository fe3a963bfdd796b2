// Access through v2 to inside costs, and to what legal work costs inside and outside.
import { enterInsideCost } from '../../../../server/invoices/inside-costs/set-inside-costs.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const path = '/v2/insideCosts'
let months = 0

/** A month that has no cost yet. */
const month = () => new Date(Date.UTC(2000, ++months, 1)).toISOString().slice(0, 10)

async function cost(world: World) {
  const actor = await actorFor(world.app, world.people.owner)
  const note = mark()
  const values = { amount: '42500', hours: '620', note, costCentreId: null, departmentId: null }
  const costId = await enterInsideCost(world.app, actor, { month: month(), kind: 'People', ...values })
  return { params: { costId }, mark: note }
}

const ofList = async (world: World) => ({ query: '$orderby=Id desc', mark: (await cost(world)).mark })
/** Others keep costs of their own. */
const kept = { outsider: 'may', colleague: 403, viewer: 403 } as const
const read = { colleague: 403, viewer: 403 } as const

/** Of inside costs. */
export const insideCostCases: readonly AccessCase[] = [
  { route: `GET ${path}`, make: ofList, ...read },
  { route: `GET ${path}/export`, make: ofList, ...read },
  { route: 'GET /v2/legalCosts', make: ofList, ...read },
  { route: 'GET /v2/legalCosts/export', make: ofList, ...read },
  { route: `GET ${path}/:costId`, make: cost, ...read },
  {
    route: `POST ${path}`,
    make: () => ({ body: { month: month(), kind: 'People', amount: 42_500 } }),
    ...kept,
  },
  {
    route: `PATCH ${path}/:costId`,
    make: async (world) => ({
      params: (await cost(world)).params,
      body: { amount: 43_000, reason: 'The bonus was missing' },
    }),
    colleague: 403,
  },
  {
    route: `DELETE ${path}/:costId`,
    make: async (world) => ({ params: (await cost(world)).params }),
    colleague: 403,
  },
  {
    route: `POST ${path}/imports`,
    make: () => ({
      body: `Month,Kind,Amount\n${month()},People,42500`,
      headers: { 'content-type': 'text/csv' },
    }),
    ...kept,
  },
]
