// v1 of tasks: tasks of all matters, templates, and adding a template to a matter.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
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
  server.get(
    '/matter-apis/v1/matters/tasks',
    {
      config,
      schema: {
        summary: 'List tasks',
        description: 'The tasks of the matters that the caller sees, as a plain array.',
        querystring: Type.Object({ ...skipQuery, ...filteringQuery, ...sortingQuery, ...takeQuery() }),
        response: { 200: Type.Array(taskSchema) },
      },
    },
    async (request) => {
      const { query } = request
      const asked = listQueryFromV1(query, taskNames, asInTheirMatters)
      const tasks = await answerList(app, request, (reading) => listTasks(reading, actorOf(request), asked))
      return tasks.map(taskToV1)
    },
  )

  server.get(
    '/matter-apis/v1/matters/tasktemplates',
    {
      config,
      schema: {
        summary: 'List task templates',
        description: 'Those that the caller may add to matters, by name.',
        response: { 200: Type.Array(taskTemplateSchema) },
      },
    },
    async (request) => (await listTaskTemplates(app, actorOf(request))).map(taskTemplateToV1),
  )

  server.post(
    '/matter-apis/v1/matters/:matterId/taskTemplates',
    {
      config,
      schema: {
        summary: 'Add the tasks of a template to a matter',
        description: 'Each task of the template becomes a task of the matter.',
        operationId: 'addTasksFromTemplateV1',
        params: pathIds('matterId'),
        body: addition,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { templateId } = request.body
      await addTasksFromTemplate(app, actorOf(request), idOf(request.params.matterId), templateId)
      return reply.code(204).send(null)
    },
  )
}
