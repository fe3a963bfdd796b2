// Access to exports.
import type { AccessCase, Call } from '../case.ts'
import { contract } from '../contracts.ts'
import { file } from '../files.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'
import { renamedContract, renamedMatter } from './history.ts'
import { invoice } from './invoices.ts'

const own = { outsider: 'shown nothing', colleague: 'shown nothing', viewer: 'may' } as const
const newest = '$orderby=Id desc&format=json'

const exported = (list: string, make: (world: World) => Promise<Call>): AccessCase => ({
  route: `GET /v2/${list}/export`,
  make: async (world) => ({ query: newest, mark: (await make(world)).mark ?? '' }),
  ...own,
})

/** Groups by the name, so that names are shown. */
const summarised = (list: string, property: string, make: (world: World) => Promise<Call>): AccessCase => ({
  route: `GET /v2/${list}/summary`,
  make: async (world) => ({ query: `groupBy=${property}`, mark: (await make(world)).mark ?? '' }),
  ...own,
})

/** Something added to a matter or contract by the owner, through the API. */
async function added(world: World, url: string, body: object) {
  await world.send('owner', 'token', { method: 'POST', url, payload: body })
}

/** A matter with a budget, whose months are amounts by date. */
async function plannedMatter(world: World) {
  const { name, matterId } = await matter(world)
  const payload = { amount: 1200, reason: null }
  await world.send('owner', 'token', { method: 'PUT', url: `/v2/matters/${matterId}/budget`, payload })
  return { mark: name }
}

/** A change of many: what is not the caller's to change is skipped, and nothing of it is revealed. */
const changed = (list: string, body: (world: World) => Promise<object>): AccessCase => ({
  route: `POST /v2/${list}/bulk`,
  make: async (world) => ({ body: await body(world), mark: '"changed":1' }),
  outsider: 'shown nothing',
  viewer: 'shown nothing',
})

export const reportCases: readonly AccessCase[] = [
  changed('matters', async (world) => ({
    ids: [(await matter(world)).matterId],
    change: { name: mark() },
  })),
  changed('contracts', async (world) => ({
    ids: [(await contract(world)).contractId],
    change: { name: mark() },
  })),
  changed('tasks', async (world) => {
    const { matterId } = await matter(world)
    await added(world, `/v2/matters/${matterId}/tasks`, { name: mark() })
    return { filter: `Matter/Id eq ${matterId}`, change: { name: mark() } }
  }),
  exported('matters', async (world) => ({ mark: (await matter(world)).name })),
  exported('contracts', async (world) => ({ mark: (await contract(world)).name })),
  exported('files', async (world) => ({ mark: (await file(world)).name })),
  exported('invoices', invoice),
  exported('tasks', async (world) => {
    const { matterId } = await matter(world)
    const name = mark()
    await added(world, `/v2/matters/${matterId}/tasks`, { name })
    return { mark: name }
  }),
  exported('keyDates', async (world) => {
    const { contractId } = await contract(world)
    const name = mark()
    await added(world, `/v2/contracts/${contractId}/keyDates`, { name, date: '2027-01-01' })
    return { mark: name }
  }),
  summarised('matters', 'Name', async (world) => ({ mark: (await matter(world)).name })),
  summarised('contracts', 'Name', async (world) => ({ mark: (await contract(world)).name })),
  summarised('invoices', 'Number', invoice),
  summarised('tasks', 'Name', async (world) => {
    const { matterId } = await matter(world)
    const name = mark()
    await added(world, `/v2/matters/${matterId}/tasks`, { name })
    return { mark: name }
  }),
  {
    route: 'GET /v2/contracts/stageTimes',
    make: async (world) => {
      const { contractId } = await contract(world)
      return {
        query: `$filter=Id eq ${contractId}`,
        mark: '"stage":"Draft","count":0,"current":1',
      }
    },
    ...own,
  },
  exported('invoiceLines', invoice),
  {
    route: 'GET /v2/invoiceLines',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await invoice(world)).mark }),
    ...own,
  },
  exported('invoiceAllocations', invoice),
  {
    route: 'GET /v2/invoiceAllocations',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await invoice(world)).mark }),
    ...own,
  },
  exported('moneyByDate', plannedMatter),
  {
    route: 'GET /v2/moneyByDate',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await plannedMatter(world)).mark }),
    ...own,
  },
  {
    route: 'GET /v2/reports/catalogue',
    make: () => ({ mark: 'spend-by-firm' }),
    outsider: 'may',
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: 'GET /v2/reports/figures',
    make: async (world) => {
      const { name, matterId } = await matter(world)
      return { query: `list=matters&by=matter&measures=count&filter=Id eq ${matterId}`, mark: name }
    },
    ...own,
  },
  {
    route: 'GET /v2/reports/export',
    make: async (world) => {
      const { name, matterId } = await matter(world)
      return { query: `list=matters&by=matter&measures=count&filter=Id eq ${matterId}`, mark: name }
    },
    ...own,
  },
  {
    route: 'GET /v2/users/export',
    make: ({ people }) => ({ query: 'format=json', mark: people.owner.email }),
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: 'GET /v2/history/export',
    make: async (world) => ({ query: 'format=json', mark: (await renamedContract(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/matters/:matterId/history/export',
    make: async (world) => ({ query: 'format=json', ...(await renamedMatter(world)) }),
    viewer: 'may',
  },
  {
    route: 'GET /v2/contracts/:contractId/history/export',
    make: async (world) => ({ query: 'format=json', ...(await renamedContract(world)) }),
    viewer: 'may',
  },
]
