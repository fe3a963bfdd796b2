// Requests for one operation: mostly well-formed with something wrong in them, some broken on every level.
import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { hostileFilters, hostileJson, hostileNames, hostileNumbers, hostileTexts } from './hostile-values.ts'
import { multipartBodies } from './multipart-bodies.ts'
import type { Operation, Parameter, Schema } from './operations.ts'
import { anyJson, type KnownIds, nearlyValid } from './schema-values.ts'

const callers = ['administrator', 'requester', 'law firm', 'nobody'] as const
export type CallerName = (typeof callers)[number]

export interface FuzzRequest {
  readonly caller: CallerName
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** `cut`: the connection is closed after half of the body. */
  readonly sent: 'whole' | 'cut'
}

/** All that may be sent to one operation. */
export function requestsFor(operation: Operation, known: KnownIds): Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: fc.oneof(
        { weight: 5, arbitrary: fc.constant('administrator' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...callers) },
      ),
      target: targets(operation, known),
      body: operation.bodies.size === 0 ? unexpectedBodies : bodies(operation, known),
      extra: extraHeaders,
      sent: fc.oneof(
        { weight: 30, arbitrary: fc.constant('whole' as const) },
        { weight: 1, arbitrary: fc.constant('cut' as const) },
      ),
    })
    .map(({ caller, target, body, extra, sent }) => ({
      caller,
      method: operation.method,
      target,
      headers: { ...extra, ...(body ? { 'content-type': body.type, ...body.headers } : {}) },
      ...(body ? { body: body.bytes, sent } : { sent: 'whole' as const }),
    }))
}

function targets({ path, parameters }: Operation, known: KnownIds): Arbitrary<string> {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  return fc
    .record({
      values: fc.tuple(...inPath.map((each) => pathValue(each, known))),
      query: queries(inQuery, known),
    })
    .map(({ values, query }) => {
      const filled = inPath.reduce(
        (text, { name }, place) => text.replace(`{${name}}`, () => values[place] ?? ''),
        path,
      )
      return query === '' ? filled : `${filled}?${query}`
    })
}

const hostileSegments = [
  '0',
  '-1',
  '2147483648',
  '1e30',
  '0x1',
  '%201',
  '%00',
  '%',
  '%ff',
  '%2e%2e%2f',
  '..%5c',
  'a;b=c',
  'x'.repeat(900),
  'x'.repeat(9_000),
  ...hostileNames.slice(0, 6).map(encoded),
]

const pathValue = ({ name, schema }: Parameter, known: KnownIds): Arbitrary<string> => {
  const ids = known(name)
  const there = ids.length > 0 ? ids.map(String) : (schema.enum ?? ['1', '2']).map(String)
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...there.map(encoded)) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileSegments) },
  )
}

function queries(parameters: readonly Parameter[], known: KnownIds): Arbitrary<string> {
  const pair = (parameter: Parameter): Arbitrary<string> =>
    nearlyValid(parameter.schema, known, parameter.name).map(
      (value) => `${encoded(parameter.name)}=${asText(value)}`,
    )
  const odd = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('$filter', '$orderby', '$select', '$expand', '$skiptoken'),
        fc.constantFrom(...hostileFilters),
      )
      .map(
        ([name, value]) => `${name}=${value.includes('%') ? value.replaceAll(' ', '%20') : encoded(value)}`,
      ),
    fc
      .tuple(fc.constantFrom('$top', '$skip', '$count', 'take', 'skip', 'fields', 'context'), anyText)
      .map(([name, value]) => `${name}=${encoded(value)}`),
    fc
      .tuple(fc.constantFrom('field', 'operator', 'value', 'logic', 'filters'), anyText)
      .map(([name, value]) => `filtering.${name}=${encoded(value)}`),
    fc
      .tuple(fc.constantFrom(...hostileNames), anyText)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    fc.constantFrom(
      '&'.repeat(1_000),
      'a=1&'.repeat(2_000),
      '%',
      '=',
      'a[b][c][d]=1',
      'filtering.filters[0].field=constructor&filtering.filters[0].operator=eq&filtering.filters[0].value=1&filtering.logic=and',
      'filtering.field=constructor&filtering.operator=toString&filtering.value=1',
    ),
  )
  return fc
    .record({
      proper: fc.tuple(...parameters.map((each) => fc.option(pair(each), { freq: 2, nil: '' }))),
      odd: fc.option(odd, { freq: 3, nil: '' }),
    })
    .map((parts) =>
      [...parts.proper, parts.odd]
        .filter((each) => each !== '')
        .join('&')
        .slice(0, 14_000),
    )
}

const anyText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...hostileNumbers).map(String),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

interface Body {
  readonly type: string
  readonly bytes: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const unexpectedBodies: Arbitrary<Body | undefined> = fc.option(
  fc
    .constantFrom(...hostileJson.slice(0, 12))
    .map((text) => ({ type: 'application/json', bytes: Buffer.from(text) })),
  { freq: 8 },
)

function bodies({ bodies: described }: Operation, known: KnownIds): Arbitrary<Body | undefined> {
  const expected = [...described].map(([type, schema]) => bodiesOf(type, schema, known))
  return fc.option(
    fc.oneof(
      { weight: 12, arbitrary: fc.oneof(...expected) },
      { weight: 3, arbitrary: brokenJson([...described.keys()][0] ?? 'application/json') },
      { weight: 1, arbitrary: multipartBodies },
      { weight: 1, arbitrary: wrongEncodings },
    ),
    { freq: 30 },
  )
}

function bodiesOf(type: string, schema: Schema, known: KnownIds): Arbitrary<Body> {
  if (type === 'multipart/form-data') return multipartBodies
  if (type === 'application/x-www-form-urlencoded') return forms(type, schema, known)
  if (!/json/.test(type))
    return fc.uint8Array({ maxLength: 2_000 }).map((bytes) => ({ type, bytes: Buffer.from(bytes) }))
  const given = schema.examples ?? []
  const values = fc.oneof(
    { weight: 4, arbitrary: nearlyValid(schema, known) },
    { weight: 1, arbitrary: fc.constantFrom(...(given.length > 0 ? given : [{}])) },
    { weight: 1, arbitrary: anyJson },
  )
  return values.map((value) => ({ type, bytes: Buffer.from(JSON.stringify(value) ?? '') }))
}

function forms(type: string, { properties = {} }: Schema, known: KnownIds): Arbitrary<Body> {
  const pairs = Object.entries(properties).map(([name, schema]) =>
    fc.option(
      nearlyValid(schema, known, name).map((value) => `${name}=${asText(value)}`),
      { nil: '' },
    ),
  )
  return fc
    .tuple(
      fc.tuple(...pairs),
      fc.constantFrom('', 'constructor=1', 'a=1&'.repeat(20_000), '%', '%00=%00', '=&=&'),
    )
    .map(([given, odd]) => ({ type, bytes: Buffer.from([...given, odd].filter(Boolean).join('&')) }))
}

const brokenJson = (type: string): Arbitrary<Body> =>
  fc
    .tuple(
      fc.constantFrom(...hostileJson),
      fc.constantFrom(type, 'application/json', 'text/json', `${type}; charset=utf-16`),
    )
    .map(([text, contentType]) => ({ type: contentType, bytes: Buffer.from(text) }))

const wrongEncodings: Arbitrary<Body> = fc.constantFrom(
  { type: 'text/plain', bytes: Buffer.from('x') },
  { type: 'application/xml', bytes: Buffer.from('<a/>') },
  { type: ';;;', bytes: Buffer.from('{}') },
  { type: 'application/json', bytes: Buffer.from('{"name":"\xff\xfe"}', 'latin1') },
  { type: 'application/json', bytes: Buffer.from('{"name":"a"}', 'utf16le') },
  { type: 'application/json', bytes: Buffer.from('not gzip'), headers: { 'content-encoding': 'gzip' } },
  {
    type: 'application/json',
    bytes: gzipSync(Buffer.alloc(20_000_000, 0x20)),
    headers: { 'content-encoding': 'gzip' },
  },
)

const extraHeaders: Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { 'if-match': '"x"' },
      { 'if-match': '*' },
      { 'if-none-match': '*, "y", W/"z"' },
      { range: 'bytes=0-99999999999999999999' },
      { range: 'bytes=-0' },
      { range: `bytes=${'0-1,'.repeat(2_000)}0-1` },
      { 'content-disposition': `attachment; filename*=UTF-8''%00%ff` },
      { 'content-disposition': `attachment; filename="${'x'.repeat(5_000)}.constructor"` },
      { 'content-md5': 'x' },
      { origin: 'null' },
      { cookie: 'chancery_session=x; constructor=y' },
      { 'x-forwarded-for': '::1, %00' },
      { accept: 'application/x-nothing' },
    ),
  },
)

// a lone surrogate has no UTF-8
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const asText = (value: unknown): string =>
  encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
