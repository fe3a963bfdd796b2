// v1 of tasks: tasks of all matters, templates, and adding a template to a matter.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { filteringQuery, sortingQuery, listQueryFromV1 } from '../../http/v1/filtering.ts'
import { skipQuery, takeQuery } from '../../http/v1/paging.ts'
import type { SortKey } from '../../platform/lists/list-query.ts'
import { addTasksFromTemplate } from '../commands/add-tasks-from-template.ts'
import { listTasks, listTaskTemplates } from '../list-tasks.ts'
import { taskNames, taskSchema, taskTemplateSchema, taskTemplateToV1, taskToV1 } from './tasks.wire.ts'

const config = { access: { right: 'use' } } as const

const asInTheirMatters: readonly SortKey[] = [
  { name: 'matterId', descending: false },
  { name: 'position', descending: false },
]

const addition = Type.Object({ templateId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

export const taskRoutes: RouteModule = (server, app) => {
  onGet(server, '/matter-apis/v1/matters/tasks', {
    config,
    summary: 'List tasks',
    description: 'The tasks of the matters that the caller sees, as a plain array.',
    querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
    returns: Type.Array(taskSchema),
    handler: async (request) => {
      const { query } = request
      const asked = listQueryFromV1(query, taskNames, asInTheirMatters)
      const tasks = await answerList(app, request, (reading) => listTasks(reading, actorOf(request), asked))
      return tasks.map(taskToV1)
    },
  })

  onGet(server, '/matter-apis/v1/matters/tasktemplates', {
    config,
    summary: 'List task templates',
    description: 'Those that the caller may add to matters, by name.',
    returns: Type.Array(taskTemplateSchema),
    handler: async (request) => (await listTaskTemplates(app, actorOf(request))).map(taskTemplateToV1),
  })

  onPost(server, '/matter-apis/v1/matters/:matterId/taskTemplates', {
    config,
    summary: 'Add the tasks of a template to a matter',
    description: 'Each task of the template becomes a task of the matter.',
    operationId: 'addTasksFromTemplateV1',
    body: addition,
    handler: async (request) => {
      const { templateId } = request.body
      await addTasksFromTemplate(app, actorOf(request), idOf(request.params.matterId), templateId)
    },
  })
}
