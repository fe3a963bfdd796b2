// What the generator of the web app's call types makes of a document.
import { expect, test } from 'vitest'
import { webCallsSource } from './web-calls.ts'

const person = {
  type: ['object', 'null'],
  required: ['id'],
  properties: { id: { type: 'string' }, email: { type: 'string', readOnly: true } },
}

const source = webCallsSource({
  paths: {
    '/v2/things/{thingId}': {
      patch: {
        summary: 'Change a thing',
        parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  id: { type: 'integer' },
                  owner: person,
                  made: { type: 'string', readOnly: true },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['state'],
                  properties: {
                    id: { type: ['integer', 'null'], readOnly: true },
                    state: { enum: ['Open', null], description: 'Where it stands' },
                    marks: {
                      type: 'array',
                      items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
                    },
                    fields: { type: 'object', additionalProperties: true },
                  },
                },
              },
            },
          },
          '204': {},
        },
      },
    },
  },
})

test('what is sent leaves out what only the server sets, and may be undefined', () => {
  expect(source).toContain(
    'interface ThingInput {\n  id?: number | undefined\n  owner?: Owner | null | undefined\n}',
  )
  expect(source).not.toContain('made')
})

test('an answer has its id; enums, lists and free values keep their meaning', () => {
  expect(source).toContain(
    'interface Thing {\n  id: number\n  /** Where it stands. */\n  state: "Open" | null\n  marks?: (number[])[]\n  fields?: Record<string, unknown>\n}',
  )
})

test('a call names its parameters, body and answers', () => {
  expect(source).toContain("requestBody: { content: { 'application/json': ThingInput } }")
  expect(source).toContain(
    "responses: { 200: { content: { 'application/json': Thing } }; 204: { content?: never } }",
  )
  expect(source).toContain('path: {\n          thingId: string | number\n')
  expect(source).toContain('/** Change a thing. */')
})
