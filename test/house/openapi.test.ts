// What integrators read of every operation, and what generated clients need.
import { describe, expect, test } from 'vitest'
import type { Response } from '../../server/http/openapi/document.ts'
import type { OpenApiDocument } from '../../server/http/openapi.ts'
import { useTestApp } from '../test-app.ts'
import { readSources } from './source-files.ts'

const parts = useTestApp()
const documentNow = () => parts.server.swagger() as unknown as OpenApiDocument

test('every path is spelled in one literal, so that a search for it finds its route', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'))
  const code = sources.map((source) => source.code).join('\n')
  const wrong = parts.server.routeTable.filter(
    ({ path }) => !code.includes(`'${path}'`) && !path.endsWith('/openapi.json'),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('objects that clients handle have a name of their own, and no two bodies of them are written out', () => {
  const { paths, components = {} } = documentNow()
  expect(Object.keys(components.schemas ?? {})).toEqual(
    expect.arrayContaining([
      'Contract',
      'Matter',
      'MatterPage',
      'NewMatter',
      'MatterChanges',
      'Person',
      'Problem',
      'ValidationProblem',
    ]),
  )
  const answer = paths['/v2/matters']?.['get']?.responses?.['200'] as Response
  expect(answer.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/MatterPage' })
  // an object with properties is written out in components only
  const written = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody, responses }]) =>
        /json":\{"schema":\{"type":"object","(?:required|properties)"/.test(
          JSON.stringify([requestBody, responses]),
        ),
      )
      .map(([method]) => `${method} ${path}`),
  )
  expect(written).toEqual([])
})

describe('every operation of the documents', () => {
  const operations = () =>
    Object.entries(documentNow().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method,
        operation,
      })),
    )

  test('has an id of its own, that is a name in every language', () => {
    const ids = operations().map(({ operation }) => operation.operationId ?? '')
    expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
  })

  test('has a summary and one tag, which the document describes', () => {
    const described = new Set((documentNow().tags ?? []).map(({ name }) => name))
    const wrong = operations().filter(
      ({ operation: { summary, tags = [] } }) =>
        !summary || tags.length !== 1 || !tags.every((tag) => described.has(tag)),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('refers to its errors by name, 401 wherever a caller must be known', () => {
    const wrong = operations().filter(({ operation: { responses = {}, security } }) => {
      const known = Array.isArray(security) && security.length > 0
      const texts = Object.values(responses).map((response) => JSON.stringify(response))
      return (
        texts.some((text) => text.includes('Default Response')) ||
        !Object.keys(responses).some((status) => status.startsWith('4')) ||
        (known && JSON.stringify(responses['401']) !== '{"$ref":"#/components/responses/unauthenticated"}') ||
        JSON.stringify(responses['default']) !== '{"$ref":"#/components/responses/problem"}'
      )
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  test('says of which type each id in its path is', () => {
    const ids = operations().flatMap(({ name, operation: { parameters = [] } }) =>
      parameters
        .filter((parameter) => parameter.in === 'path' && /(^id|Id)$/.test(parameter.name))
        .map((parameter) => `${name} ${parameter.name} ${String(parameter.schema?.['format'])}`),
    )
    expect(ids.length).toBeGreaterThan(300)
    const untyped = ids.filter((id) => !/ (int32|int64|uuid)$/.test(id))
    // by name, or by what another system calls it
    expect(untyped.filter((id) => !/ (fieldId|externalId) /.test(id))).toEqual([])
  })
})
