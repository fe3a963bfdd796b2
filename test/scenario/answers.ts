// Checks the responses of a scenario: each must match the schema in the API's description, with every property present,
// and over the whole scenario every property must have a value at least once.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/schema'
import { areas } from '../../server/http/openapi.ts'

/** The parts of a schema in openapi/ that are checked here. */
interface Shape {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly pattern: RegExp
  /** The schemas of successful responses, by status; undefined without JSON. */
  readonly shapes: ReadonlyMap<number, Shape | undefined>
}

interface Watched {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: string
}

/** What a scenario did not cover. */
export interface Findings {
  /** Operations that never succeeded. */
  readonly uncalled: readonly string[]
  /** Responses that do not match their description. */
  readonly misshapen: readonly string[]
  /** Properties that had a value in no response. */
  readonly alwaysNull: readonly string[]
}

/** Responses are passed to `watch`, in any order; `findings` evaluates them. */
export function watchAnswers(): { watch(answer: Watched): void; findings(): Findings } {
  const operations = readOperations()
  const called = new Set<string>()
  const misshapen = new Set<string>()
  const seen = new Map(operations.flatMap(propertiesOf).map((property) => [property, false]))
  return {
    watch({ method, path, status, body }) {
      const operation = operations.find((each) => each.method === method && each.pattern.test(path))
      if (!operation || status >= 300) return
      called.add(operation.name)
      const report = (what: string) => {
        misshapen.add(`${operation.name} ${status}: ${what}`)
      }
      if (!operation.shapes.has(status)) report('this status is not described')
      const shape = operation.shapes.get(status)
      if (!shape) return
      const value: unknown = JSON.parse(body)
      for (const error of errorsOf(shape, value)) report(error)
      visit(shape, value, '', {
        missing: (at) => report(`${at} is not there`),
        present: (at) => seen.set(`${operation.name} ${status} ${at}`, true),
      })
    },
    findings: () => ({
      uncalled: operations.map(({ name }) => name).filter((name) => !called.has(name)),
      misshapen: [...misshapen],
      alwaysNull: [...seen]
        .filter(([name, had]) => !had && called.has(name.split(' ').slice(0, 2).join(' ')))
        .map(([name]) => name),
    }),
  }
}

function readOperations(): readonly Operation[] {
  return (
    areas
      .filter((area) => area !== 'v2')
      .flatMap((area) => {
        const file = new URL(`../../openapi/${area}.v1.json`, import.meta.url)
        const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Description
        return Object.entries(paths).flatMap(([path, item]) =>
          Object.entries(item).map(([method, described]): Operation => {
            const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i')
            const shapes = Object.entries(described.responses)
              .filter(([status]) => status.startsWith('2'))
              .map(
                ([status, { content }]) =>
                  [
                    Number(status),
                    resolved(content?.['application/json']?.schema, components.schemas),
                  ] as const,
              )
            return {
              name: `${method.toUpperCase()} ${path}`,
              method: method.toUpperCase(),
              pattern,
              shapes: new Map(shapes),
            }
          }),
        )
      })
      // a literal path segment wins over a parameter in the same place
      .sort((a, b) => a.name.split('{').length - b.name.split('{').length)
  )
}

interface Description {
  readonly paths: Record<string, PathItem>
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> }
}

// a tree of categories refers to itself: two levels are enough
function resolved<Given>(given: Given, named: Readonly<Record<string, Shape>>, depth = 0): Given {
  if (Array.isArray(given)) return given.map((each) => resolved(each as unknown, named, depth)) as Given
  if (typeof given !== 'object' || given === null) return given
  if ('$ref' in given) {
    const target = named[String(given.$ref).split('/').at(-1) ?? '']
    return (depth === 2 ? {} : resolved(target, named, depth + 1)) as Given
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, resolved(value as unknown, named, depth)]),
  ) as Given
}

type PathItem = Record<string, { responses: Record<string, { content?: Record<string, { schema: Shape }> }> }>

const checks = new Map<Shape, ReturnType<typeof Compile>>()

function errorsOf(shape: Shape, value: unknown): readonly string[] {
  const check = checks.get(shape) ?? Compile(withoutFormats(shape) as never)
  checks.set(shape, check)
  const [valid, errors] = check.Errors(value)
  return valid ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

// v1's times have no zone, which the format date-time requires
function withoutFormats(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(withoutFormats)
  if (typeof shape !== 'object' || shape === null) return shape
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, value]) =>
      name === 'format' && typeof value === 'string' ? [] : [[name, withoutFormats(value)]],
    ),
  )
}

const propertiesOf = ({ name, shapes }: Operation): readonly string[] =>
  [...shapes].flatMap(([status, shape]) =>
    (shape ? pathsOf(shape) : []).map((path) => `${name} ${status} ${path}`),
  )

/** The path of every property that a response with this schema has: `data[].owner.userId`. */
function pathsOf(shape: Shape, at = ''): readonly string[] {
  const below = Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
    const path = at === '' ? name : `${at}.${name}`
    return [path, ...pathsOf(property, path)]
  })
  return shape.items ? [...below, ...pathsOf(shape.items, `${at}[]`)] : below
}

interface Visitor {
  missing(at: string): void
  present(at: string): void
}

function visit(shape: Shape, value: unknown, at: string, visitor: Visitor): void {
  if (value === null || value === undefined) return
  if (shape.items && Array.isArray(value)) {
    for (const item of value) visit(shape.items, item, `${at}[]`, visitor)
  }
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`
    const found: unknown = (value as Record<string, unknown>)[name]
    if (found === undefined) visitor.missing(path)
    else if (found !== null) visitor.present(path)
    visit(property, found, path, visitor)
  }
}
