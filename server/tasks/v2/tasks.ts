// v2 of tasks: lists over all matters, and creating, updating, completing and deleting tasks.
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation, listFromV2, listQueryOf, pageSchema, pageToV2 } from '../../http/v2/odata.ts'
import { updateTask } from '../commands/update-task.ts'
import { createTask } from '../commands/create-task.ts'
import { deleteTask } from '../commands/delete-task.ts'
import { getTaskRow, listVisibleTasks, taskListing } from '../task-rows.ts'
import {
  taskInputNames,
  newTaskFromV2,
  newTaskSchema,
  taskChangesFromV2,
  taskChangesSchema,
  taskColumns,
  taskExample,
  taskProperties,
  taskSchema,
  taskToV2,
} from './tasks.wire.ts'

const config = { access: { right: 'use' } } as const
const resource = { ...taskListing, properties: taskProperties }

const readRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/tasks',
    {
      config,
      ...skipSchemaValidation,
      schema: {
        summary: 'List tasks',
        description: 'The tasks of all matters that you may see. For one matter use $filter=Matter/Id eq 17.',
        querystring: listQueryOf(),
        response: { 200: pageSchema(taskSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const list = await listFromV2(reading, request, resource)
        const page = await listVisibleTasks(reading, actorOf(request), { ...list, columns: taskColumns })
        return pageToV2(reading, request, list, { ...page, toV2: taskToV2 })
      }),
  )

  server.get(
    '/v2/tasks/:taskId',
    {
      config,
      schema: {
        summary: 'Get a task',
        description: 'One task of a matter that you may see.',
        params: pathIds('taskId'),
        response: { 200: taskSchema },
      },
    },
    async (request) =>
      taskToV2(await getTaskRow(app, actorOf(request), idOf(request.params.taskId), taskColumns)),
  )
}

const createRoute: RouteModule = (server, app) => {
  server.post(
    '/v2/matters/:matterId/tasks',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(newTaskSchema, taskExample),
        inputNames: taskInputNames,
      },
      schema: {
        summary: 'Create a task on a matter',
        description: 'For every member of the matter. It becomes the last task by default.',
        params: pathIds('matterId'),
        response: { 201: taskSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const matterId = idOf(request.params.matterId)
      const task = newTaskFromV2(request.body)
      const id = await createTask(app, actor, matterId, task)
      const row = await getTaskRow(app, actor, id, taskColumns)
      return reply.code(201).header('location', `/v2/tasks/${id}`).send(taskToV2(row))
    },
  )
}

const changeRoutes: RouteModule = (server, app) => {
  server.patch(
    '/v2/tasks/:taskId',
    {
      config: {
        ...config,
        documentedBodies: mergePatchBody(taskChangesSchema, { status: 'InProgress' }),
        inputNames: taskInputNames,
      },
      schema: {
        summary: 'Update a task',
        description:
          'A merge patch, for the person who created the task, its assignee, and those who may change its matter.',
        params: pathIds('taskId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.taskId)
      const changes = taskChangesFromV2(request.body)
      await updateTask(app, actorOf(request), id, changes)
      return reply.code(204).send(null)
    },
  )

  server.post(
    '/v2/tasks/:taskId/complete',
    {
      config,
      schema: {
        summary: 'Complete a task',
        description:
          'The same as setting its status to Complete; a task that is already complete does not change.',
        params: pathIds('taskId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await updateTask(app, actorOf(request), idOf(request.params.taskId), { status: 'Complete' })
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/tasks/:taskId',
    {
      config,
      schema: {
        summary: 'Delete a task',
        description:
          'For the person who created it and those who may change its matter; 409 while it has subtasks. Its files stay on the matter.',
        params: pathIds('taskId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteTask(app, actorOf(request), idOf(request.params.taskId))
      return reply.code(204).send(null)
    },
  )
}

export const taskRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, createRoute, changeRoutes]) routes(server, app)
}
