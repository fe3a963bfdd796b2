// Every example of a JSON body in the documents of v2 is sent to its route, with the ids of a prepared world in place
// of its own, and is accepted.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../../server/http/openapi.ts'
import { useTestApp } from '../../test-app.ts'
import { type AccessCase, requestOf, successOf } from '../access/case.ts'
import { cases } from '../access/cases.ts'
import { createWorld, type World } from '../access/world.ts'
import { notSent, prepareWorld, replacements } from './example-worlds.ts'

const parts = useTestApp()
let world: World
beforeAll(async () => {
  world = await createWorld(parts.app, parts.server)
  await prepareWorld(world)
})

interface Examples {
  readonly contentType: string
  readonly bodies: readonly unknown[]
}

interface Media {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** The examples of each route with a JSON body, by the name of its case. */
function examplesOfV2(): ReadonlyMap<string, Examples> {
  const text = readFileSync(new URL('../../../openapi/v2.json', import.meta.url), 'utf8')
  const document = JSON.parse(text) as OpenApiDocument
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const found = Object.entries(requestBody?.content ?? {}).find(([type]) => /[/+]json$/.test(type))
      if (!found) return []
      const [contentType, { example, examples = {} }] = found as [string, Media]
      const bodies = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ]
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      return [[name, { contentType, bodies }] as const]
    }),
  )
  return new Map(all)
}

const examples = examplesOfV2()
const sent = cases.filter(({ route }) => examples.has(route) && notSent[route] === undefined)

test('every example belongs to a route that is called, or is listed with a reason', () => {
  const known = new Set(cases.map(({ route }) => route))
  const isSent = ([route, { bodies }]: readonly [string, Examples]) => known.has(route) && bodies.length > 0
  expect([...examples].filter((each) => !isSent(each)).map(([route]) => route)).toEqual([])
  expect(
    [...Object.keys(notSent), ...Object.keys(replacements)].filter((route) => !examples.has(route)),
  ).toEqual([])
})

describe.each(sent)('$route', (each: AccessCase) => {
  test('accepts the examples of the documents', async () => {
    const { bodies = [], contentType = '' } = examples.get(each.route) ?? {}
    for (const example of bodies) {
      const call = await each.make(world)
      const replaced = await replacements[each.route]?.(world, call)
      const body = merged(withIdsOf(example, call.body), replaced) as object
      const request = requestOf(each, { ...call, body })
      const headers = { ...request.headers, 'content-type': contentType }
      const answer = await world.send('owner', each.way ?? 'token', { ...request, headers })
      expect(answer.statusCode, answer.body).toBe(successOf(each, parts.server))
    }
  })
})

type Properties = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The example with the ids that the call of the access test has in the same place. */
function withIdsOf(example: unknown, call: unknown): unknown {
  if (Array.isArray(example)) {
    const calls: readonly unknown[] = Array.isArray(call) ? call : []
    return example.map((each, at) =>
      typeof each === 'object' ? withIdsOf(each, calls[at] ?? calls[0]) : (calls[at] ?? (each as unknown)),
    )
  }
  if (!isObject(example)) return example
  const given = isObject(call) ? call : {}
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      /^id$|Ids?$/.test(name) && given[name] !== undefined && value !== null
        ? given[name]
        : withIdsOf(value, given[name]),
    ]),
  )
}

function merged(example: unknown, replaced: unknown): unknown {
  if (replaced === undefined) return example
  if (Array.isArray(example) && Array.isArray(replaced))
    return example.map((each, at) => merged(each, replaced[at] as unknown))
  if (!isObject(example) || !isObject(replaced)) return replaced
  const names = [...new Set([...Object.keys(example), ...Object.keys(replaced)])]
  return Object.fromEntries(names.map((name) => [name, merged(example[name], replaced[name])]))
}
