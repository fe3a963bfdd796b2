// v2 of requests, for the people who make them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { makeRequest } from '../commands/make-request.ts'
import { getRequest, listOwnRequests } from '../requests.ts'
import {
  intakeInputNames,
  listedRequestToV2,
  newRequestExample,
  newRequestFromV2,
  newRequestSchema,
  requestSchema,
  requestsSchema,
  requestToV2,
} from './requests.wire.ts'

const config = { access: { right: 'use' } } as const

export const requestRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/requests', {
    config,
    summary: 'List your requests',
    description:
      'What you asked the legal department for, newest first. GET /v2/intake has what waits for the legal department.',
    querystring: Type.Object(pageQuery),
    returns: requestsSchema,
    handler: async (request) => {
      const { requests, names } = await listOwnRequests(app, actorOf(request), pageOf(request.query))
      return { items: requests.map((each) => listedRequestToV2(each, names)) }
    },
  })

  onGet(server, '/v2/requests/:requestId', {
    config,
    summary: 'Get a request',
    description:
      'How far it is, with whom it is, what is next, the questions about it and what was written on it. For those who see its matter, which has the same id.',
    returns: requestSchema,
    handler: async (request) =>
      requestToV2(await getRequest(app, actorOf(request), idOf(request.params.requestId))),
  })

  onPost(server, '/v2/requests', {
    config: {
      access: { right: 'create-matters' },
      documentedBodies: jsonBody(newRequestSchema, newRequestExample),
      inputNames: intakeInputNames,
    },
    summary: 'Make a request',
    description:
      'Of a request type: creates a matter that waits in intake, unless its type has a manager and somebody who works in legal makes it. Raises matter.created.',
    creates: requestSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await makeRequest(app, actor, newRequestFromV2(request.body))
      reply.header('location', `/v2/requests/${id}`)
      return requestToV2(await getRequest(app, actor, id))
    },
  })
}
