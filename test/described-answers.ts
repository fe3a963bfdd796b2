// Compares the answers of the server under test with what the OpenAPI documents say of them: a property that is always
// sent, a header ETag, a body at all.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { Compile, type Validator } from 'typebox/schema'
import type { OpenApiDocument, Response } from '../server/http/openapi/document.ts'
import type { Server } from '../server/http/route.ts'

/** An operation of the documents, and how the addresses of its calls look. */
interface Described {
  readonly name: string
  readonly method: string
  readonly address: RegExp
  readonly words: number
  readonly responses: Readonly<Record<string, Response>>
}

// of the process, which runs many test files: the documents are the same for all servers
let operations: readonly Described[] | undefined
let components: OpenApiDocument['components']
const validators = new Map<string, Validator>()

const largest = 200_000

/** From now on a call of this server fails if its answer is not what the documents say. */
export function compareAnswers(server: Server): void {
  const inject = server.inject.bind(server)
  const compared = async (call: InjectOptions | string) => {
    const answer = await inject(call)
    const wrong = wrongIn(server, typeof call === 'string' ? { url: call } : call, answer)
    if (wrong.length > 0)
      throw new Error(`${wrong.join('\n')}\nThe answer was ${answer.body.slice(0, 1_000)}`)
    return answer
  }
  Object.assign(server, {
    inject: (...args: unknown[]) =>
      args.length === 1
        ? compared(args[0] as InjectOptions)
        : (inject as (...all: unknown[]) => unknown)(...args),
  })
}

function wrongIn(server: Server, call: InjectOptions, answer: LightMyRequestResponse): readonly string[] {
  const { method = 'GET', url = '' } = call
  const address = typeof url === 'string' ? url : (url.pathname ?? '')
  const path = address.split('?')[0] ?? ''
  if (answer.statusCode >= 300 || !/^\/(?:[\w-]+-apis\/v1|v2)\//i.test(path)) return []
  operations ??= operationsOf(server)
  const operation = operations
    .filter((each) => each.method === method.toLowerCase() && each.address.test(path))
    .toSorted((a, b) => b.words - a.words)[0]
  if (!operation) return []
  const name = `${operation.name} ${answer.statusCode}`
  const response = operation.responses[String(answer.statusCode)]
  if (!response) return [`${name} is not in the documents`]
  const tagged = answer.headers['etag'] !== undefined
  const saysTag = response.headers?.['ETag'] !== undefined
  const ofTag =
    tagged === saysTag ? [] : [`${name} ${tagged ? 'sends an ETag without saying so' : 'sends no ETag'}`]
  const { schema } = response.content?.['application/json'] ?? {}
  if (!schema || !String(answer.headers['content-type']).startsWith('application/json')) return ofTag
  // comparing these would hold up the event loop, whose delays some tests measure
  if (answer.rawPayload.length > largest) return ofTag
  // what $select leaves out is the choice of the caller
  if (/[?&](\$|%24)?select=/i.test(address) || JSON.stringify(call.query ?? {}).includes('select'))
    return ofTag
  const validator = validators.get(name) ?? Compile(schemaAlone(schema))
  validators.set(name, validator)
  const body: unknown = answer.json()
  // the compiled check is a hundred times quicker than the list of what is wrong
  if (validator.Check(body)) return ofTag
  const [, errors] = validator.Errors(body)
  return [...ofTag, ...errors.map((each) => `${name}: ${each.instancePath} ${each.message}`)]
}

/**
 * The schema with the components that it refers to and no others, since every reference is looked for in all of them;
 * and without formats: local times have the format of times and no zone.
 */
function schemaAlone(schema: object): object {
  const named: Record<string, unknown> = {}
  const copy = (part: unknown): unknown =>
    JSON.parse(
      JSON.stringify(part, (key, value: unknown) => {
        if (key === 'format' && typeof value === 'string') return undefined
        if (key === '$ref' && typeof value === 'string') name(value.split('/').at(-1) ?? '')
        return value
      }),
    )
  const name = (component: string) => {
    if (component in named) return
    // known before it is copied, because it may contain itself
    named[component] = {}
    named[component] = copy(components?.schemas?.[component])
  }
  const alone = copy(schema) as object
  return { ...alone, components: { schemas: named } }
}

function operationsOf(server: Server): readonly Described[] {
  const document = JSON.parse(JSON.stringify(server.swagger())) as OpenApiDocument
  components = document.components
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses = {} }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      address: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
      words: path.split('/').filter((word) => !word.startsWith('{')).length,
      responses: responses as Record<string, Response>,
    })),
  )
}
