// Access to tasks, which are as visible as their matter.
import { insertMatter } from '../../fixtures/matters.ts'
import { createTaskTemplate } from '../../../server/tasks/commands/create-task-template.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { actorFor } from '../../fixtures/actors.ts'
import { createTask } from '../../../server/tasks/commands/create-task.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const matters = '/matter-apis/v1/matters'

/** A matter of the owner; the viewer is a member. */
const matter = ({ app, people }: World) =>
  insertMatter(app, { owner: people.owner, members: [people.viewer] })

const template = ({ app, organisationId }: World, name: string) =>
  createTaskTemplate(app, systemActor('test'), { organisationId, name, items: [{ name: 'File the claim' }] })

export const taskCases: readonly AccessCase[] = [
  {
    route: `GET ${matters}/tasks`,
    make: async (world) => {
      const name = mark()
      await createTask(world.app, await actorFor(world.app, world.people.owner), await matter(world), {
        name,
      })
      return { query: `filtering.field=name&filtering.operator=eq&filtering.value=${name}`, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `GET ${matters}/tasktemplates`,
    make: async (world) => {
      const name = mark()
      await template(world, name)
      return { mark: name }
    },
    colleague: 'may',
  },
  {
    route: `POST ${matters}/:matterId/taskTemplates`,
    make: async (world) => ({
      params: { matterId: await matter(world) },
      body: { templateId: await template(world, mark()) },
    }),
  },
]
