// Access to tasks and task templates through v2.
import { createTask } from '../../../../server/tasks/commands/create-task.ts'
import { createTaskTemplate } from '../../../../server/tasks/commands/create-task-template.ts'
import { systemActor } from '../../../../server/platform/events/change.ts'
import { insertCategory } from '../../../fixtures/matters.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

const tasks = '/v2/tasks'
const templates = '/v2/taskTemplates'

/** A task of the owner. */
export async function task(world: World) {
  const [{ matterId }, name] = [await matter(world), mark()]
  const owner = await actorFor(world.app, world.people.owner)
  const taskId = await createTask(world.app, owner, matterId, { name })
  return { params: { taskId }, mark: name }
}

async function template({ app, organisationId }: World) {
  const name = mark()
  const items = [{ name: 'File the claim' }]
  const templateId = await createTaskTemplate(app, systemActor('test'), { organisationId, name, items })
  return { params: { templateId }, mark: name }
}

async function typeOf({ app, organisationId }: World) {
  return { params: { typeId: await insertCategory(app, organisationId, { name: mark() }) } }
}

const administered = { outsider: 404, colleague: 403, viewer: 403 } as const

export const taskCasesV2: readonly AccessCase[] = [
  {
    route: `GET ${tasks}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await task(world)).mark }),
    viewer: 'may',
  },
  { route: `GET ${tasks}/:taskId`, make: task, viewer: 'may' },
  {
    route: 'POST /v2/matters/:matterId/tasks',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { name: mark() },
    }),
    viewer: 'may',
  },
  {
    route: `PATCH ${tasks}/:taskId`,
    make: async (world) => ({ params: (await task(world)).params, body: { name: mark() } }),
  },
  {
    route: `POST ${tasks}/:taskId/complete`,
    make: async (world) => ({ params: (await task(world)).params }),
  },
  {
    route: `DELETE ${tasks}/:taskId`,
    make: async (world) => ({ params: (await task(world)).params }),
  },
  {
    route: 'GET /v2/matterTypes/:typeId/taskTemplates',
    make: typeOf,
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: 'PUT /v2/matterTypes/:typeId/taskTemplates',
    make: async (world) => ({
      params: (await typeOf(world)).params,
      body: { items: [{ template: { id: (await template(world)).params.templateId } }] },
    }),
    ...administered,
  },
  {
    route: `GET ${templates}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await template(world)).mark }),
    colleague: 'may',
  },
  { route: `GET ${templates}/:templateId`, make: template, colleague: 'may' },
  {
    route: `POST ${templates}`,
    make: () => ({ body: { name: mark(), items: [{ name: 'File the claim' }] } }),
    ...administered,
    outsider: 'may',
  },
  {
    route: `PATCH ${templates}/:templateId`,
    make: async (world) => ({ params: (await template(world)).params, body: { name: mark() } }),
    ...administered,
  },
  {
    route: `DELETE ${templates}/:templateId`,
    make: async (world) => ({ params: (await template(world)).params }),
    ...administered,
  },
  {
    route: 'POST /v2/matters/:matterId/taskTemplates',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { template: { id: (await template(world)).params.templateId } },
    }),
  },
]
