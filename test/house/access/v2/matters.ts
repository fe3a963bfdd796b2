// Access to matters through v2.
import { insertCategory } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import { mark } from '../world.ts'

export const matterCasesV2: readonly AccessCase[] = [
  {
    route: 'GET /v2/matters',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await matter(world)).name }),
  },
  {
    route: 'POST /v2/matters',
    make: async ({ app, organisationId }) => ({
      body: { type: { id: await insertCategory(app, organisationId) }, name: mark() },
    }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: 'GET /v2/matters/:matterId',
    make: async (world) => {
      const { matterId, name } = await matter(world)
      return { params: { matterId }, mark: name }
    },
  },
  {
    route: 'PATCH /v2/matters/:matterId',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { name: mark() },
    }),
  },
  {
    route: 'GET /v2/matterTypes',
    make: async ({ app, organisationId }) => {
      const name = mark()
      await insertCategory(app, organisationId, { name })
      return { mark: name, query: '$orderby=Id desc' }
    },
    colleague: 'may',
  },
]
