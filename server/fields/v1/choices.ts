// v1 of the choices of lookups, of several choices and of a single one.
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import { addChoice } from '../commands/add-choice.ts'
import { deleteChoice } from '../commands/delete-choice.ts'
import { mergeChoices } from '../commands/merge-choices.ts'
import { listChoices } from '../field-details.ts'
import {
  choicePage,
  choiceQuery,
  choiceSchema,
  labelFromV1,
  mergedIntoFromV1,
  newChoice,
  singleChoicePage,
  singleChoiceSchema,
  singleChoiceToV1,
} from './choices.wire.ts'

const access = { right: 'use' } as const

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/field-apis/v1/lookupFields/:id/choices', {
    config: { access },
    summary: 'List the choices of a lookup field',
    description: 'Choices with all their columns, in pages.',
    querystring: choiceQuery,
    returns: choicePage,
    handler: async (request) => {
      const { skip = 0, take = 50, search = '' } = request.query
      const query = { skip, take, search, multiple: true }
      const choices = await listChoices(app, actorOf(request), idOf(request.params.id), query)
      return { skip, take, results: [...choices] }
    },
  })

  onGet(server, '/field-apis/v1/lookupFields/:id/choices/single', {
    config: { access },
    operationId: 'listSingleLookupFieldChoicesV1',
    summary: 'List the choices of a simple lookup field',
    description: 'For a lookup field with one column: its choices in pages.',
    querystring: choiceQuery,
    returns: singleChoicePage,
    handler: async (request) => {
      const { skip = 0, take = 50, search = '' } = request.query
      const query = { skip, take, search, multiple: false }
      const choices = await listChoices(app, actorOf(request), idOf(request.params.id), query)
      return { skip, take, results: choices.map(singleChoiceToV1) }
    },
  })
}

const addRoutes: RouteModule = (server, app) => {
  onPost(server, '/field-apis/v1/lookupFields/:id/choices', {
    config: { access },
    summary: 'Add a choice to a lookup field',
    description: 'For a lookup field with columns.',
    body: newChoice,
    returns: choiceSchema,
    handler: async (request) => {
      const choice = { label: labelFromV1(request.body), multiple: true }
      return addChoice(app, actorOf(request), idOf(request.params.id), choice)
    },
  })

  onPost(server, '/field-apis/v1/lookupFields/:id/choice/single', {
    config: { access },
    summary: 'Add a choice to a simple lookup field',
    description: 'The address says `choice`, where reading says `choices`.',
    operationId: 'createSingleLookupFieldChoiceV1',
    body: newChoice,
    returns: singleChoiceSchema,
    handler: async (request) => {
      const choice = { label: labelFromV1(request.body), multiple: false }
      return singleChoiceToV1(await addChoice(app, actorOf(request), idOf(request.params.id), choice))
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  server.delete(
    '/field-apis/v1/lookupFields/:id/choices/:choiceId',
    {
      config: { access },
      schema: {
        summary: 'Delete a choice of a lookup field',
        description: '409 while records have it: merge it into another one instead.',
        params: pathIds('id', 'choiceId'),
      },
    },
    async (request, reply) => {
      const { id, choiceId } = request.params
      await deleteChoice(app, actorOf(request), idOf(id), { id: idOf(choiceId) })
      return reply.code(200).send()
    },
  )

  server.patch(
    '/field-apis/v1/lookupFields/:id/choices/:choiceId',
    {
      config: { access, documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }] },
      schema: {
        summary: 'Merge a choice into another one',
        description: 'Every record that has it gets the other one, and it is removed from the field.',
        params: pathIds('id', 'choiceId'),
      },
    },
    async (request, reply) => {
      const { id, choiceId } = request.params
      const merge = { from: idOf(choiceId), into: mergedIntoFromV1(request.body) }
      await mergeChoices(app, actorOf(request), idOf(id), merge)
      return reply.code(200).send()
    },
  )
}

export const choiceRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, addRoutes, changeRoutes]) routes(server, app)
}
