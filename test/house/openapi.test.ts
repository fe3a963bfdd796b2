// What integrators read of every operation, and what generated clients need.
import { describe, expect, test } from 'vitest'
import type { Response, Schema } from '../../server/http/openapi/document.ts'
import { documentOf, type OpenApiDocument } from '../../server/http/openapi.ts'
import { kinds } from '../../server/records/kinds.ts'
import { useTestApp } from '../test-app.ts'
import { readSources } from './source-files.ts'

const parts = useTestApp()
const documentNow = () => parts.server.swagger() as unknown as OpenApiDocument

/** The path as a route that all records have spells it: with the words of the kind. */
const withWords = (path: string) =>
  Object.values(kinds).reduce(
    (text, { one, many }) =>
      text
        .replace(`/${one}-apis/`, '/${one}-apis/')
        .replace(new RegExp(`/${many}(?=/|$)`), '/${many}')
        .replace(`:${one}Id`, ':${one}Id'),
    path,
  )

test('every path is spelled in one literal, with the words of the kind where all records have it, so that a search finds its route', () => {
  const sources = readSources().filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'))
  const code = sources.map((source) => source.code).join('\n')
  const wrong = parts.server.routeTable.filter(
    ({ path }) =>
      !code.includes(`'${path}'`) &&
      !code.includes(`\`${withWords(path)}\``) &&
      !path.endsWith('/openapi.json'),
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

/** What answers of v2 leave out at times, besides the count and the next page of lists. It only gets shorter. */
const leftOut = [
  // nobody did it
  'AuditByName.userName',
  // of matters or of contracts only
  'ContractOverview.counts.invoices',
  'ContractOverview.counts.openTasks',
  'ContractOverview.noticePeriod',
  'ContractOverview.tags',
  'ContractOverview.urgent',
  'MatterOverview.counts.invoices',
  'MatterOverview.counts.openTasks',
  'MatterOverview.noticePeriod',
  'MatterOverview.tags',
  'MatterOverview.urgent',
  // always sent; required, it would have to be in the example, which a linter then takes for a schema
  'Field.default',
  // of a department below another one
  'FieldOption.parentId',
  // a part is a field or a group
  'Form.parts.field',
  'Form.parts.group',
  'Form.parts.help',
  'Form.parts.label',
  'Form.parts.parts',
  'Form.parts.readOnly',
  'Form.parts.required',
  'Form.parts.requiredBefore',
  'Form.parts.when',
  'FormVersion.parts.field',
  'FormVersion.parts.group',
  'FormVersion.parts.help',
  'FormVersion.parts.label',
  'FormVersion.parts.name',
  'FormVersion.parts.parts',
  'FormVersion.parts.readOnly',
  'FormVersion.parts.required',
  'FormVersion.parts.requiredBefore',
  'FormVersion.parts.when',
]

test('answers of v2 have all their properties, but for the few that are listed', () => {
  const { paths, components = {} } = documentOf(documentNow(), 'v2')
  const schemas: Readonly<Record<string, object>> = components.schemas ?? {}
  const found = new Map<string, readonly string[]>()
  const look = (schema: unknown, name: string): void => {
    const reference = /^#\/components\/schemas\/(.+)$/.exec(
      (schema as Schema | null)?.['$ref'] as string,
    )?.[1]
    if (reference !== undefined) {
      if (found.has(reference)) return
      found.set(reference, [])
      return look(schemas[reference], reference)
    }
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, required = [], ...rest } = schema as Schema
    for (const [property, inside] of Object.entries(properties as object)) {
      const path = `${name}.${property}`
      if (!(required as readonly string[]).includes(property)) found.set(path, [path])
      look(inside, path)
    }
    for (const [keyword, inside] of Object.entries(rest)) if (!/^examples?$/.test(keyword)) look(inside, name)
  }
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses = {} }) => Object.entries(responses).filter(([status]) => status < '300'))
  for (const [, answer] of answers) look(answer, '')
  const optional = [...found.values()].flat().filter((path) => !/^\w+\.(count|nextLink)$/.test(path))
  expect(optional.toSorted()).toEqual(leftOut.toSorted())
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
