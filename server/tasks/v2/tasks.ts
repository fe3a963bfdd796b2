// v2 of tasks: lists over all matters, and creating, updating, completing and deleting tasks.
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
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

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/tasks', {
    config,
    summary: 'List tasks',
    description: 'The tasks of all matters that you may see. For one matter use $filter=Matter/Id eq 17.',
    item: taskSchema,
    properties: taskProperties,
    columns: taskColumns,
    rows: (reading, actor) => ({
      listing: taskListing,
      page: (asked) => listVisibleTasks(reading, actor, asked),
    }),
    toV2: taskToV2,
  })

  onGet(server, '/v2/tasks/:taskId', {
    config,
    summary: 'Get a task',
    description: 'One task of a matter that you may see.',
    returns: taskSchema,
    handler: async (request) =>
      taskToV2(await getTaskRow(app, actorOf(request), idOf(request.params.taskId), taskColumns)),
  })
}

const createRoute: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/tasks', {
    config: {
      ...config,
      documentedBodies: jsonBody(newTaskSchema, taskExample),
      inputNames: taskInputNames,
    },
    summary: 'Create a task on a matter',
    description: 'For every member of the matter. It becomes the last task by default.',
    creates: taskSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const matterId = idOf(request.params.matterId)
      const task = newTaskFromV2(request.body)
      const id = await createTask(app, actor, matterId, task)
      const row = await getTaskRow(app, actor, id, taskColumns)
      reply.header('location', `/v2/tasks/${id}`)
      return taskToV2(row)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPatch(server, '/v2/tasks/:taskId', {
    config: {
      ...config,
      documentedBodies: mergePatchBody(taskChangesSchema, { status: 'InProgress' }),
      inputNames: taskInputNames,
    },
    summary: 'Update a task',
    description:
      'A merge patch, for the person who created the task, its assignee, and those who may change its matter.',
    handler: async (request) => {
      const id = idOf(request.params.taskId)
      const changes = taskChangesFromV2(request.body)
      await updateTask(app, actorOf(request), id, changes)
    },
  })

  onPost(server, '/v2/tasks/:taskId/complete', {
    config,
    summary: 'Complete a task',
    description:
      'The same as setting its status to Complete; a task that is already complete does not change.',
    handler: (request) =>
      updateTask(app, actorOf(request), idOf(request.params.taskId), { status: 'Complete' }),
  })

  onDelete(server, '/v2/tasks/:taskId', {
    config,
    summary: 'Delete a task',
    description:
      'For the person who created it and those who may change its matter; 409 while it has subtasks. Its files stay on the matter.',
    handler: (request) => deleteTask(app, actorOf(request), idOf(request.params.taskId)),
  })
}

export const taskRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, createRoute, changeRoutes]) routes(server, app)
}
