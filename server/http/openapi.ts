// The OpenAPI documents: one for everything, one per v1 area and one for v2, generated from the routes' own schemas.
import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import type { App } from '../platform/app.ts'
import type { Access, DocumentedBody, Server } from './route.ts'

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

interface Operation {
  requestBody?: { content: Record<string, { schema: object }>; required?: boolean }
}
export interface OpenApiDocument {
  openapi: string
  info: object
  servers?: object[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
  tags?: { name: string }[]
}

const description =
  'Matters, contracts, files, fields, invoices and account data of a legal department. See docs/ in the repository.'

/** Collects the schemas of all routes registered from now on; `/openapi.json` and `/<area>/openapi.json` serve them. */
export async function documentRoutes(server: Server, app: App): Promise<void> {
  await server.register(swagger, {
    // named schemas are referenced by name
    refResolver: {
      buildLocalReference: ({ $id }, _, __, index) => (typeof $id === 'string' ? $id : `schema-${index}`),
    },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Chancery', version: '1.0', description },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          oauth: {
            type: 'oauth2',
            flows: {
              authorizationCode: {
                authorizationUrl: `${app.config.webUrl}/authorize`,
                tokenUrl: `${app.config.publicUrl}/account-apis/v1/auth/token`,
                refreshUrl: `${app.config.publicUrl}/account-apis/v1/auth/token`,
                scopes: {},
              },
            },
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const shown: FastifySchema & Record<string, unknown> = { ...schema }
      const access: Access | undefined = route.config?.access
      if (access !== 'public') shown['security'] = [{ oauth: [] }]
      shown['tags'] = [areaOf(url) ?? 'server']
      if (!isApi(url)) shown['hide'] = true
      const bodies = route.config?.documentedBodies
      if (bodies) {
        shown['consumes'] = bodies.map((body) => body.contentType)
        shown['body'] = { type: 'object' }
      }
      return { schema: shown, url }
    },
    transformObject: (documentObject) => {
      const document = (
        'openapiObject' in documentObject ? documentObject.openapiObject : documentObject.swaggerObject
      ) as OpenApiDocument
      fillDocumentedBodies(document, documentedBodies)
      describeRepeatedCalls(document)
      return document as never
    },
  })
  const documentedBodies = new Map<string, readonly DocumentedBody[]>()
  server.addHook('onRoute', (route) => {
    const bodies = route.config?.documentedBodies
    if (bodies) documentedBodies.set(`${String(route.method).toLowerCase()} ${asTemplate(route.url)}`, bodies)
  })
  serveDocuments(server)
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
  const open = { config: { access: 'public', rate: 'visits' }, schema: { hide: true } } as const
  server.get('/openapi.json', open, async (_, reply) => reply.type(json).send(textOf('all')))
  for (const area of areas) {
    server.get(`/${area}/openapi.json`, open, async (_, reply) => reply.type(json).send(textOf(area)))
  }
}

function fillDocumentedBodies(
  document: OpenApiDocument,
  bodies: ReadonlyMap<string, readonly DocumentedBody[]>,
): void {
  for (const [key, all] of bodies) {
    const [method = '', path = ''] = key.split(' ')
    const operation = document.paths[path]?.[method]
    if (!operation) continue
    operation.requestBody = {
      required: true,
      content: Object.fromEntries(all.map(({ contentType, schema }) => [contentType, { schema }])),
    }
  }
}

/** Every POST of a known caller may be repeated: docs/http-conventions.md. */
function describeRepeatedCalls(document: OpenApiDocument): void {
  for (const { post } of Object.values(document.paths)) {
    const operation = post as { security?: unknown; parameters?: object[] } | undefined
    if (!operation?.security) continue
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        schema: { type: 'string', maxLength: 255 },
        description:
          'A call with a key, such as a new UUID, is carried out once: repeated within a day, it gets the same answer.',
      },
    ]
  }
}

/** The part of the document that belongs to one area. */
export function documentOf(document: OpenApiDocument, area: Area): OpenApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => areaOf(path) === area))
  const components = { ...document.components, schemas: schemasOf(paths, document.components?.schemas ?? {}) }
  return { ...document, info: { ...document.info, title: `Chancery: ${area}` }, components, paths }
}

/** The named schemas that a part of the document refers to, directly and transitively. */
function schemasOf(part: object, all: Record<string, object>, found: Record<string, object> = {}) {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    const schema = all[name]
    if (!schema || Object.hasOwn(found, name)) continue
    found[name] = schema
    schemasOf(schema, all, found)
  }
  return found
}

const asTemplate = (url: string) => url.replace(/:(\w+)/g, '{$1}')
const areaOf = (url: string): Area | undefined => areas.find((area) => url.startsWith(`/${area}/`))
const isApi = (url: string) => areaOf(url) !== undefined && !url.endsWith('/openapi.json')
