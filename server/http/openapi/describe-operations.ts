// What the documents say of every operation beyond the schemas of its route: its id and tag, the real types of its path
// parameters, the headers it takes, and its errors.
import { bareObject } from '../../platform/bare-object.ts'
import type { FastifySchema, RouteOptions } from 'fastify'
import { rightNeeded } from '../../platform/actor.ts'
import { shownAs } from '../ids.ts'
import type { Access, DocumentedBody } from '../route.ts'
import type {
  Content,
  DocumentParts,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
  Schema,
} from './document.ts'
import {
  describedErrors,
  errorResponses,
  errorsOf,
  problemSchemas,
  type RouteFacts,
  sendsParts,
  takesKey,
} from './errors.ts'
import { nameSchemas } from './named-schemas.ts'
import { noteTimesOfV1 } from './v1-notes.ts'
import { operationIdOf } from './operation-ids.ts'

/** What a route declares, as far as the documents show it. */
export interface DescribedRoute extends RouteFacts {
  readonly operationId: string | undefined
  readonly bodies: readonly DocumentedBody[]
  readonly sendsEtag: boolean
}

/** What the route declares; its path as the documents write it. */
export function describedRoute(route: RouteOptions): DescribedRoute {
  const { config = {}, method, url } = route
  const schema: FastifySchema & { readonly operationId?: string } = route.schema ?? {}
  const access: Access = config.access ?? 'public'
  const bodies = config.documentedBodies ?? []
  return {
    method: String(method),
    path: asTemplate(url),
    access,
    features: config.features ?? [],
    isLimited: config.rate !== 'none',
    hasBody: bodies.length > 0 || schema.body !== undefined,
    takesIfMatch: config.ifMatch === true,
    isVerified: config.act !== undefined,
    stated: config.errors ?? [],
    schema,
    operationId: schema.operationId,
    bodies,
    sendsEtag: config.etag === true || sendsParts(schema),
  }
}

/** Path parameters with the types that they have, instead of the text that the route takes. */
export function shownParams(params: unknown): unknown {
  const { properties, ...rest } = (params ?? {}) as { readonly properties?: Readonly<Record<string, object>> }
  if (!properties) return params
  const shown = Object.entries(properties).map(([name, schema]) => [
    name,
    (schema as { readonly [shownAs]?: object })[shownAs] ?? schema,
  ])
  return { ...rest, properties: Object.fromEntries(shown) as object }
}

/** Completes the operations of the document by what their routes declare, and gives names to their schemas. */
export function describeOperations(
  document: OpenApiDocument,
  routes: readonly DescribedRoute[],
  { tagOf, shared }: Pick<DocumentParts, 'tagOf' | 'shared'>,
): void {
  const versioned = new Set(routes.filter((route) => route.takesIfMatch).map(({ path }) => path))
  for (const route of routes) {
    const methods = document.paths[route.path]
    const operation = methods?.[route.method.toLowerCase()]
    if (!methods || !operation) continue
    const sendsEtag = route.sendsEtag || (route.method === 'GET' && versioned.has(route.path))
    methods[route.method.toLowerCase()] = {
      operationId: route.operationId ?? operationIdOf({ ...route, answersMany: answersMany(operation) }),
      ...operation,
      tags: [tagOf(route.path) ?? 'Other'],
      description: [operation.description, whoMay(route.access)].filter(Boolean).join('\n\n'),
      ...parametersOf(route, operation),
      ...bodyOf(route, operation),
      responses: responsesOf(route, operation, sendsEtag),
    }
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...problemSchemas },
    responses: errorResponses(),
  }
  nameSchemas(document, shared)
  noteTimesOfV1(document.components.schemas)
}

function whoMay(access: Access): string | undefined {
  if (access === 'public') return 'Anybody may call this, without a token.'
  return access.right === 'use' ? undefined : rightNeeded[access.right]
}

function answersMany({ responses = {} }: Operation): boolean {
  const ok = responses['200'] as Response | undefined
  const { type, properties = {} } = (ok?.content?.['application/json']?.schema ?? {}) as {
    readonly type?: unknown
    readonly properties?: Schema
  }
  return type === 'array' || ['items', 'data'].some((name) => Object.hasOwn(properties, name))
}

const header = (name: string, description: string, schema: Schema = {}): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
})

const ifMatch = header(
  'If-Match',
  'The ETag of the version that you read: if there is another one by now, nothing is changed and the answer is 412.',
)
const ofDownloads = [
  ifMatch,
  header(
    'If-None-Match',
    'ETags that you have: if the content is one of them, the answer is 304 without it.',
  ),
  header('Range', 'The part to send, as `bytes=0-1023`.'),
  header(
    'If-Range',
    'The ETag that the range belongs to: if there is another one by now, everything is sent.',
  ),
]
const idempotencyKey = header(
  'Idempotency-Key',
  'A call with a key, such as a new UUID, is carried out once: repeated within a day, it gets the same answer.',
  { maxLength: 255 },
)

function parametersOf(route: DescribedRoute, { parameters = [] }: Operation): Pick<Operation, 'parameters'> {
  const headers = [
    ...(sendsParts(route.schema) ? ofDownloads : route.takesIfMatch ? [ifMatch] : []),
    ...(takesKey(route) ? [idempotencyKey] : []),
  ]
  const own = parameters.filter(
    ({ name }) => !headers.some((each) => each.name.toLowerCase() === name.toLowerCase()),
  )
  const all = [...own, ...headers]
  return all.length > 0 ? { parameters: all } : {}
}

function bodyOf({ bodies }: DescribedRoute, { requestBody }: Operation): Pick<Operation, 'requestBody'> {
  if (bodies.length === 0) return requestBody ? { requestBody } : {}
  const content = bodies.map(({ contentType, schema }) => [contentType, { schema }])
  return { requestBody: { required: true, content: Object.fromEntries(content) as Content } }
}

/** What a status means where the route says nothing more. */
const meanings = bareObject<string>({
  200: 'Done: the body is the answer.',
  201: 'Created: the body is what was created.',
  202: 'Accepted: the background does the rest.',
  204: 'Done. There is no body.',
  206: 'The range that was asked for.',
})

const etag = {
  ETag: { description: 'The version, for If-Match; of contents, their hash.', schema: { type: 'string' } },
}

const notModified = { description: 'The content is the one that If-None-Match names. There is no body.' }

type Responses = NonNullable<Operation['responses']>

function responsesOf(route: DescribedRoute, { responses = {} }: Operation, sendsEtag: boolean): Responses {
  const own = Object.entries(responses as Record<string, Response>).map(([status, response]) => [
    status,
    {
      ...response,
      description: describedAs(status, response),
      ...(sendsEtag && status.startsWith('2') ? { headers: { ...response.headers, ...etag } } : {}),
    },
  ])
  const errors = errorsOf(route).map((name) => [
    describedErrors[name].status,
    { $ref: `#/components/responses/${name}` },
  ])
  return {
    ...(Object.fromEntries(errors) as Responses),
    ...(sendsParts(route.schema) ? { 304: notModified } : {}),
    ...(Object.fromEntries(own) as Responses),
    default: { $ref: '#/components/responses/problem' },
  }
}

function describedAs(status: string, { description, content }: Response): string {
  if (description !== undefined && description !== 'Default Response') return description
  if (content === undefined && status.startsWith('2')) return 'Done. There is no body.'
  return meanings[status] ?? 'An error of this call alone.'
}

const asTemplate = (url: string) => url.replace(/:(\w+)/g, '{$1}')
