// Access to saved views.
import { createView } from '../../../../server/records/views/commands/create-view.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const content = {
  list: 'contracts',
  filter: null,
  orderBy: null,
  columns: [],
  groupBy: null,
  layout: 'Table',
  sharedWith: 'Me',
  teamId: null,
} as const

/** A view that its owner shares with nobody. */
async function view({ app, people }: World) {
  const name = mark()
  const viewId = await createView(app, await actorFor(app, people.owner), { ...content, name })
  return { params: { viewId }, mark: name }
}

const owners = { outsider: 404, colleague: 404, viewer: 404 } as const

export const viewCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/views',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await view(world)).mark }),
    viewer: 'shown nothing',
  },
  {
    route: 'POST /v2/views',
    make: () => ({ body: { list: 'matters', name: mark() } }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: 'GET /v2/views/:viewId', make: view, ...owners },
  {
    route: 'PATCH /v2/views/:viewId',
    make: async (world) => ({ params: (await view(world)).params, body: { name: mark() } }),
    ...owners,
  },
  {
    route: 'DELETE /v2/views/:viewId',
    make: async (world) => ({ params: (await view(world)).params }),
    ...owners,
  },
]
