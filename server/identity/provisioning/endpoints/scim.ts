// SCIM 2.0 (RFC 7644) under /scim/v2: an identity provider keeps the people and groups of an organisation up to date.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteModule, Server } from '../../../http/route.ts'
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { mostOfPage, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { addGroup, getGroup, listGroups, removeGroup, updateGroup } from '../groups.ts'
import { addPerson, getPerson, listPeople, removePerson, updatePerson } from '../people.ts'
import { findProviderByToken, type Provider } from '../provider.ts'
import { type Attributes, filterFromScim } from '../scim-filter.ts'
import { patched, type ScimResource } from '../scim-patch.ts'
import { ScimRefusal } from '../scim-refusal.ts'
import {
  errorSchema,
  groupAttributes,
  groupFromScim,
  groupToScim,
  listSchema,
  patchedOfGroups,
  patchedOfUsers,
  personFromScim,
  selected,
  userAttributes,
  userToScim,
} from './scim.wire.ts'

const config = { access: 'public', rate: 'credentials' } as const
const schema = { hide: true }
const longestToken = 200

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls an address of SCIM. */
    provider: Provider | null
  }
}

export const scimRoutes: RouteModule = (server, app) => {
  server.decorateRequest('provider', null)
  server.setErrorHandler((error, request, reply) => sendScimError(error, request, reply))
  server.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  server.addHook('preValidation', async (request) => authenticateProvider(app, request))
  const base = `${app.config.publicUrl}/scim/v2`
  discoveryRoutes(server, base)
  userRoutes(server, app, base)
  groupRoutes(server, app, base)
}

async function authenticateProvider(app: App, request: FastifyRequest): Promise<void> {
  const token = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  request.attempt?.begin(token)
  const isPossible = token !== undefined && token.length <= longestToken
  const provider = isPossible ? await findProviderByToken(app, token, request.id) : undefined
  if (!provider) throw new ScimRefusal(401, 'The bearer token is missing, wrong, or was ended.')
  request.attempt?.proven(`scim:${provider.tokenId}`)
  request.provider = provider
}

function providerOf({ provider }: FastifyRequest): Provider {
  if (!provider) throw new Error('the call was not authenticated')
  return provider
}

function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, scimType } = describe(error)
  if (status >= 500) request.log.error({ err: error }, 'unexpected error')
  if (error instanceof AppError && error.headers) reply.headers(error.headers)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return send(reply.code(status), {
    schemas: [errorSchema],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  })
}

function describe(error: unknown): { status: number; detail: string; scimType?: string | undefined } {
  if (error instanceof ScimRefusal)
    return { status: error.status, detail: error.message, scimType: error.scimType }
  if (error instanceof AppError) {
    const { status, message: detail } = error
    return { status, detail, ...(status === 400 ? { scimType: 'invalidValue' } : {}) }
  }
  const { statusCode } = error as { statusCode?: number }
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? {
        status: statusCode,
        detail: 'The request cannot be processed in this form.',
        scimType: 'invalidSyntax',
      }
    : { status: 500, detail: 'Something went wrong on our side.' }
}

const send = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('application/scim+json; charset=utf-8').serializer(JSON.stringify).send(body)

const listOf = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const discoveryRoutes = (server: Server, base: string): void => {
  server.get('/scim/v2/ServiceProviderConfig', { config, schema }, (_, reply) =>
    send(reply, serviceProviderConfig(base)),
  )
  server.get('/scim/v2/ResourceTypes', { config, schema }, (_, reply) =>
    send(reply, listOf(resourceTypes(base))),
  )
  server.get('/scim/v2/Schemas', { config, schema }, (_, reply) => send(reply, listOf(schemas(base))))
  const one = (all: readonly { readonly id: string }[], { id }: { id: string }) => {
    const found = all.find((each) => each.id === id)
    if (!found) throw new ScimRefusal(404, 'There is nothing of this name.')
    return found
  }
  server.get<{ Params: { id: string } }>('/scim/v2/ResourceTypes/:id', { config, schema }, (request, reply) =>
    send(reply, one(resourceTypes(base), request.params)),
  )
  server.get<{ Params: { id: string } }>('/scim/v2/Schemas/:id', { config, schema }, (request, reply) =>
    send(reply, one(schemas(base), request.params)),
  )
}

interface Query {
  filter?: string
  startIndex?: string
  count?: string
  attributes?: string
  excludedAttributes?: string
}

type Listed = FastifyRequest<{ Querystring: Query }>
type One = FastifyRequest<{ Params: { id: string }; Querystring: Query }>

function pageOf(request: Listed, attributes: Attributes) {
  const { filter, startIndex, count } = request.query
  const number = (text: string | undefined, usual: number) => {
    if (text === undefined) return usual
    if (!/^-?\d{1,9}$/.test(text))
      throw new ScimRefusal(400, 'startIndex and count are numbers.', 'invalidValue')
    return Number(text)
  }
  // section 3.4.2.4: less than 1 counts as 1, and a negative count as 0
  const start = Math.max(1, number(startIndex, 1))
  return {
    filter: filter === undefined ? undefined : filterFromScim(filter, attributes),
    start,
    skip: start - 1,
    take: Math.min(mostOfPage, Math.max(0, number(count, mostOfPage))),
  }
}

const userRoutes = (server: Server, app: App, base: string): void => {
  const shown = async (provider: Provider, id: string): Promise<ScimResource> =>
    userToScim(await getPerson(app.db, provider, id), base)

  server.get<{ Querystring: Query }>('/scim/v2/Users', { config, schema }, async (request, reply) => {
    const { start, ...page } = pageOf(request, userAttributes)
    const { total, people } = await listPeople(app.db, providerOf(request), page)
    return send(
      reply,
      listOf(
        people.map((each) => selected(userToScim(each, base), request.query)),
        total,
        start,
      ),
    )
  })

  server.post('/scim/v2/Users', { config, schema }, async (request, reply) => {
    const provider = providerOf(request)
    const id = await addPerson(app, provider, personFromScim(request.body))
    return send(reply.code(201).header('location', `${base}/Users/${id}`), await shown(provider, id))
  })

  server.get('/scim/v2/Users/:id', { config, schema }, async (request: One, reply) =>
    send(reply, selected(await shown(providerOf(request), request.params.id), request.query)),
  )

  const change = async (
    request: One,
    reply: FastifyReply,
    next: (before: ScimResource) => unknown,
    insists: boolean,
  ) => {
    const provider = providerOf(request)
    const before = await shown(provider, request.params.id)
    const id = String(before['id'])
    await updatePerson(app, provider, id, { ...personFromScim(next(before)), insists })
    return send(reply, selected(await shown(provider, id), request.query))
  }

  server.put('/scim/v2/Users/:id', { config, schema }, (request: One, reply) =>
    // a routine replacement goes through in all but this
    change(request, reply, () => request.body, false),
  )

  server.patch('/scim/v2/Users/:id', { config, schema }, (request: One, reply) =>
    change(request, reply, (before) => patched(before, request.body, patchedOfUsers), true),
  )

  server.delete('/scim/v2/Users/:id', { config, schema }, async (request: One, reply) => {
    const provider = providerOf(request)
    const { id } = await getPerson(app.db, provider, request.params.id)
    await removePerson(app, provider, id)
    return reply.code(204).send()
  })
}

const groupRoutes = (server: Server, app: App, base: string): void => {
  const shown = async (provider: Provider, id: string): Promise<ScimResource> =>
    groupToScim(await getGroup(app.db, provider, id), base)
  const withMembers = ({ query: { attributes, excludedAttributes } }: Listed) =>
    (attributes === undefined || /\bmembers\b/i.test(attributes)) &&
    !/\bmembers\b/i.test(excludedAttributes ?? '')

  server.get<{ Querystring: Query }>('/scim/v2/Groups', { config, schema }, async (request, reply) => {
    const { start, ...page } = pageOf(request, groupAttributes)
    const members = withMembers(request)
    const { total, groups } = await listGroups(app.db, providerOf(request), { ...page, withMembers: members })
    const resources = groups.map((each) => selected(groupToScim(each, base, members), request.query))
    return send(reply, listOf(resources, total, start))
  })

  server.post('/scim/v2/Groups', { config, schema }, async (request, reply) => {
    const provider = providerOf(request)
    const id = await addGroup(app, provider, groupFromScim(request.body))
    return send(reply.code(201).header('location', `${base}/Groups/${id}`), await shown(provider, String(id)))
  })

  server.get('/scim/v2/Groups/:id', { config, schema }, async (request: One, reply) =>
    send(reply, selected(await shown(providerOf(request), request.params.id), request.query)),
  )

  const change = async (request: One, reply: FastifyReply, next: (before: ScimResource) => unknown) => {
    const provider = providerOf(request)
    const { id } = request.params
    const before = await shown(provider, id)
    await updateGroup(app, provider, Number(id), groupFromScim(next(before)))
    return send(reply, selected(await shown(provider, id), request.query))
  }

  server.put('/scim/v2/Groups/:id', { config, schema }, (request: One, reply) =>
    change(request, reply, () => request.body),
  )

  server.patch('/scim/v2/Groups/:id', { config, schema }, (request: One, reply) =>
    change(request, reply, (before) => patched(before, request.body, patchedOfGroups)),
  )

  server.delete('/scim/v2/Groups/:id', { config, schema }, async (request: One, reply) => {
    const provider = providerOf(request)
    const { id } = await getGroup(app.db, provider, request.params.id)
    await removeGroup(app, provider, id)
    return reply.code(204).send()
  })
}
