// Access to the search: only what the caller may see.
import type { AccessCase } from '../case.ts'
import { runFileJobs } from '../../../fixtures/jobs.ts'
import { file } from '../files.ts'
import { matter } from '../matters.ts'
import type { World } from '../world.ts'

export const searchCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/quickfind',
    make: async (world: World) => {
      const { name } = await matter(world)
      return { query: `q=${encodeURIComponent(name)}`, mark: `"name":"${name}"` }
    },
    viewer: 'may',
  },
  {
    route: 'GET /v2/search',
    make: async (world: World) => {
      const { name } = await file(world)
      await runFileJobs(world.app)
      return { query: `q=${encodeURIComponent(name)}`, mark: name }
    },
    viewer: 'may',
  },
]
