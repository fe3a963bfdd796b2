// Access through v2 to law firms and their terms.
import type { AccessCase } from '../case.ts'
import { mark } from '../world.ts'
import { lawFirm } from './organisations.ts'

export const lawFirmCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/lawFirms',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await lawFirm(world)).name }),
    outsider: 'shown nothing',
    colleague: 403,
  },
  {
    route: 'GET /v2/lawFirms/:lawFirmId',
    make: async (world) => {
      const { id, name } = await lawFirm(world)
      return { params: { lawFirmId: id }, mark: name }
    },
    colleague: 403,
  },
  {
    route: 'PATCH /v2/lawFirms/:lawFirmId',
    make: async (world) => ({
      params: { lawFirmId: (await lawFirm(world)).id },
      body: { terms: { notes: mark() } },
    }),
    colleague: 403,
  },
]
