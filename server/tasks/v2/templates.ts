// v2 of task templates: plans of tasks, and adding one to a matter.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { idIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { namedReference } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { addTasksFromTemplate } from '../commands/add-tasks-from-template.ts'
import { updateTaskTemplate, deleteTaskTemplate } from '../commands/update-task-template.ts'
import { createTaskTemplate } from '../commands/create-task-template.ts'
import { getTaskTemplate, listTaskTemplateRows, taskTemplateListing } from '../list-templates.ts'
import { taskInputNames } from './tasks.wire.ts'
import {
  newTaskTemplateFromV2,
  newTaskTemplateSchema,
  taskTemplateChangesFromV2,
  taskTemplateColumns,
  taskTemplateDetailsSchema,
  taskTemplateDetailsToV2,
  taskTemplateExample,
  taskTemplateProperties,
  taskTemplateSchema,
  taskTemplateToV2,
} from './templates.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/taskTemplates', {
    config: use,
    summary: 'List task templates',
    description: 'The plans of tasks of your organisation.',
    item: taskTemplateSchema,
    properties: taskTemplateProperties,
    columns: taskTemplateColumns,
    rows: (reading, actor) => ({
      listing: taskTemplateListing,
      page: (asked) => listTaskTemplateRows(reading, actor, asked),
    }),
    toV2: taskTemplateToV2,
  })

  onGet(server, '/v2/taskTemplates/:templateId', {
    config: use,
    summary: 'Get a task template',
    description: 'With its items, which are numbered from 1.',
    returns: taskTemplateDetailsSchema,
    handler: async (request) => {
      const id = idOf(request.params.templateId)
      return taskTemplateDetailsToV2(await getTaskTemplate(app, actorOf(request), id, taskTemplateColumns))
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/taskTemplates', {
    config: { ...administer, documentedBodies: jsonBody(newTaskTemplateSchema, taskTemplateExample) },
    summary: 'Create a task template',
    description: 'Due dates of items are counted in days from the start, or before or after one another.',
    creates: taskTemplateDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { organisationId } = actor
      const template = newTaskTemplateFromV2(request.body)
      const id = await createTaskTemplate(app, actor, { organisationId, ...template })
      const made = await getTaskTemplate(app, actor, id, taskTemplateColumns)
      reply.header('location', `/v2/taskTemplates/${id}`)
      return taskTemplateDetailsToV2(made)
    },
  })

  onPatch(server, '/v2/taskTemplates/:templateId', {
    config: {
      ...administer,
      documentedBodies: mergePatchBody(Type.Partial(newTaskTemplateSchema), { name: 'Small claim' }),
    },
    summary: 'Update a task template',
    description: 'A merge patch, items all together. Tasks that were added from it before do not change.',
    handler: async (request) => {
      const id = idOf(request.params.templateId)
      await updateTaskTemplate(app, actorOf(request), id, taskTemplateChangesFromV2(request.body))
    },
  })

  onDelete(server, '/v2/taskTemplates/:templateId', {
    config: administer,
    summary: 'Delete a task template',
    description: 'Tasks that were added from it stay.',
    handler: (request) => deleteTaskTemplate(app, actorOf(request), idOf(request.params.templateId)),
  })
}

const addRoute: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/taskTemplates', {
    config: {
      ...use,
      documentedBodies: jsonBody(Type.Object({ template: Type.Object(namedReference) }), {
        template: { id: 3 },
      }),
      inputNames: taskInputNames,
    },
    operationId: 'addTasksFromTemplate',
    summary: 'Add the tasks of a template to a matter',
    description: 'They become the last tasks, with due dates counted from today where the organisation is.',
    handler: async (request) => {
      const matterId = idOf(request.params.matterId)
      const templateId = idIn(propertiesOf(request.body, ['template']), 'template')
      if (typeof templateId !== 'number') {
        throw badInput('template', 'is missing: a reference such as {"id": 5}.')
      }
      await addTasksFromTemplate(app, actorOf(request), matterId, templateId)
    },
  })
}

export const taskTemplateRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes, addRoute]) routes(server, app)
}
