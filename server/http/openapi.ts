// The OpenAPI documents: one for everything, one per v1 area and one for v2, generated from the routes' own schemas.
import swagger from '@fastify/swagger'
import type { FastifyReply, FastifySchema } from 'fastify'
import type { App } from '../platform/app.ts'
import { etagOf } from './if-match.ts'
import { answersWithRequired } from './openapi/always-sent.ts'
import {
  type DescribedRoute,
  describeOperations,
  describedRoute,
  shownParams,
} from './openapi/describe-operations.ts'
import { quirksOfV1 } from './openapi/v1-notes.ts'
import type { DocumentParts, OpenApiDocument } from './openapi/document.ts'
import type { Access, Server } from './route.ts'

export type { OpenApiDocument } from './openapi/document.ts'

export const areas = [
  'contract-apis',
  'matter-apis',
  'file-apis',
  'field-apis',
  'invoice-apis',
  'account-apis',
  'v2',
] as const
export type Area = (typeof areas)[number]

const description =
  'Matters, contracts, files, fields, invoices and account data of a legal department. See docs/ in the repository.'

/** Collects the schemas of all routes registered from now on; `/openapi.json` and `/<area>/openapi.json` serve them. */
export async function documentRoutes(server: Server, app: App, parts: DocumentParts): Promise<void> {
  const routes: DescribedRoute[] = []
  await server.register(swagger, {
    // named schemas are referenced by name
    refResolver: {
      buildLocalReference: ({ $id }, _, __, index) => (typeof $id === 'string' ? $id : `schema-${index}`),
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Chancery',
        version: '1.0',
        description,
        contact: { name: 'The operator of this installation', url: app.config.webUrl },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { oauth: oauthOf(app) } },
    },
    transform: ({ schema, url, route }) => {
      if (!isApi(url)) return { schema: { ...schema, hide: true }, url }
      const described = describedRoute(route)
      routes.push(described)
      return { schema: shownSchema(schema, described), url }
    },
    transformObject: (documentObject) => {
      const document = (
        'openapiObject' in documentObject ? documentObject.openapiObject : documentObject.swaggerObject
      ) as OpenApiDocument
      document.paths = sortedPaths(document)
      describeOperations(document, routes, parts)
      return { ...document, ...shownTags(parts, usedTags(document)) } as never
    },
  })
  serveDocuments(server)
}

const methodsInOrder = ['get', 'post', 'put', 'patch', 'delete']

/** By path and method, so that the documents do not depend on where routes are registered. */
const sortedPaths = ({ paths }: Pick<OpenApiDocument, 'paths'>): OpenApiDocument['paths'] =>
  Object.fromEntries(
    sortedBy(paths, (path) => path).map(([path, methods]) => [
      path,
      Object.fromEntries(sortedBy(methods, (method) => methodsInOrder.indexOf(method))),
    ]),
  )

const sortedBy = <Value>(entries: Readonly<Record<string, Value>>, place: (key: string) => string | number) =>
  Object.entries(entries).toSorted(([a], [b]) => (place(a) < place(b) ? -1 : 1))

const oauthOf = ({ config: { webUrl, publicUrl } }: App) => ({
  type: 'oauth2' as const,
  flows: {
    authorizationCode: {
      authorizationUrl: `${webUrl}/authorize`,
      tokenUrl: `${publicUrl}/account-apis/v1/auth/token`,
      refreshUrl: `${publicUrl}/account-apis/v1/auth/token`,
      scopes: {},
    },
  },
})

function shownSchema(schema: FastifySchema | undefined, { access, bodies }: DescribedRoute): FastifySchema {
  const shown: FastifySchema & Record<string, unknown> = { ...schema }
  shown['security'] = securityOf(access)
  if (shown.params) shown.params = shownParams(shown.params)
  if (shown.response) shown.response = answersWithRequired(shown.response)
  if (bodies.length > 0) {
    shown['consumes'] = bodies.map(({ contentType }) => contentType)
    shown['body'] = { type: 'object' }
  }
  return shown
}

const securityOf = (access: Access) => (access === 'public' ? [] : [{ oauth: [] }])

const usedTags = ({ paths }: Pick<OpenApiDocument, 'paths'>): ReadonlySet<string> =>
  new Set(Object.values(paths).flatMap((all) => Object.values(all).flatMap((each) => each.tags ?? [])))

/** The tags in their order and groups; only those that are used. */
function shownTags(
  { groups }: Pick<DocumentParts, 'groups'>,
  used: ReadonlySet<string>,
): Pick<OpenApiDocument, 'tags' | 'x-tagGroups'> {
  const shown = groups
    .map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag.name)) }))
    .filter(({ tags }) => tags.length > 0)
  return {
    tags: shown.flatMap(({ tags }) => tags.map(({ name, description }) => ({ name, description }))),
    'x-tagGroups': shown.map(({ name, tags }) => ({ name, tags: tags.map((tag) => tag.name) })),
  }
}

/** Each document is generated once, when it is first asked for: few processes are ever asked. */
function serveDocuments(server: Server): void {
  const whole = () => server.swagger() as unknown as OpenApiDocument
  const made = new Map<Area | 'all', string>()
  const textOf = (part: Area | 'all'): string => {
    const text = made.get(part) ?? JSON.stringify(part === 'all' ? whole() : documentOf(whole(), part))
    made.set(part, text)
    return text
  }
  const json = 'application/json; charset=utf-8'
  const open = { config: { access: 'public', rate: 'visits' }, schema: { hide: true }, compress: {} } as const
  const send = (reply: FastifyReply, part: Area | 'all') =>
    reply.type(json).header('etag', etagOf(0)).send(textOf(part))
  server.get('/openapi.json', open, async (_, reply) => send(reply, 'all'))
  for (const area of areas) {
    server.get(`/${area}/openapi.json`, open, async (_, reply) => send(reply, area))
  }
}

/** The part of the document that belongs to one area. */
export function documentOf(document: OpenApiDocument, area: Area): OpenApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => areaOf(path) === area))
  const used = usedTags({ paths })
  const tags = (document.tags ?? []).filter(({ name }) => used.has(name))
  const groups = (document['x-tagGroups'] ?? [])
    .map((group) => ({ ...group, tags: group.tags.filter((name) => used.has(name)) }))
    .filter((group) => group.tags.length > 0)
  const { schemas = {}, responses = {} } = referredTo(paths, document.components ?? {})
  return {
    ...document,
    info: {
      ...document.info,
      title: `Chancery: ${area}`,
      ...(area === 'v2' ? {} : { description: `${description}\n\n${quirksOfV1}` }),
    },
    paths,
    components: { ...document.components, schemas, responses },
    tags,
    'x-tagGroups': groups,
  }
}

type Components = NonNullable<OpenApiDocument['components']>

/** The named schemas and responses that a part of the document refers to, directly and transitively. */
function referredTo(part: object, all: Components, found: Components = {}): Components {
  for (const [, kind, name = ''] of JSON.stringify(part).matchAll(
    /"#\/components\/(schemas|responses)\/([^"]+)"/g,
  )) {
    const of = kind as 'schemas' | 'responses'
    const component = all[of]?.[name]
    if (!component || Object.hasOwn(found[of] ?? {}, name)) continue
    found[of] = { ...found[of], [name]: component }
    referredTo(component, all, found)
  }
  return found
}

const areaOf = (url: string): Area | undefined => areas.find((area) => url.startsWith(`/${area}/`))
const isApi = (url: string) => areaOf(url) !== undefined && !url.endsWith('/openapi.json')
