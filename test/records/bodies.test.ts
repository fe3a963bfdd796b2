// The JSON of matters and contracts that the database makes, against the objects of the same rows as they were shaped
// in this process and written by the serialiser of the answer's schema: the same text, for everybody, whatever the rows
// contain.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { contractDetailColumns } from '../../server/contracts/contract-details.ts'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import * as contractV1 from '../../server/contracts/v1/contracts.wire.ts'
import * as contractV2 from '../../server/contracts/v2/contracts.wire.ts'
import { mailAddressOf } from '../../server/records/mail-address.ts'
import { jsonOf } from '../../server/http/shape.ts'
import { matterDetailColumns } from '../../server/matters/matter-details.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import * as matterV1 from '../../server/matters/v1/matters.wire.ts'
import * as matterV2 from '../../server/matters/v2/matters.wire.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { AppError } from '../../server/platform/errors.ts'
import { recordBodies, type RecordBodies } from '../../server/records/lists/record-bodies.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import { actorFor } from '../fixtures/actors.ts'
import { useTestApp } from '../test-app.ts'
import { accessTokenFor } from '../tokens.ts'
import { as } from '../http.ts'
import { peopleOfDemo } from './people.ts'
import { contractToV1, getContractDetails } from './shaped/contracts-v1.ts'
import { getMatterDetails, matterToV1 } from './shaped/matters-v1.ts'
import { shapedContract, shapedMatter } from './shaped/records-v2.ts'

const parts = useTestApp({ CHANCERY_INBOUND_MAIL_DOMAIN: 'mail.example.com' }, { demo: true })

const requireOfFastify = createRequire(import.meta.resolve('fastify'))
const buildStringify = (
  requireOfFastify('@fastify/fast-json-stringify-compiler') as () => (
    schemas: object,
    options: object,
  ) => (definition: { schema: object }) => (value: unknown) => string
)()
const writerOf = (schema: object) => buildStringify({}, {})({ schema })

interface Form {
  readonly table: 'matters' | 'contracts'
  readonly bodies: RecordBodies
  /** The text of the same record as it was made before. */
  readonly written: (actor: Actor, id: number) => Promise<string>
}

let forms: Readonly<Record<string, Form>>
let ids: Readonly<Record<Form['table'], readonly number[]>>
let people: readonly { readonly actor: Actor; readonly email: string }[]

beforeAll(async () => {
  await fillWithOddTexts()
  const { app } = parts
  const write = {
    contractV1: writerOf(contractV1.contractDetailsSchema),
    matterV1: writerOf(matterV1.matterDetailsSchema),
    contractV2: writerOf(contractV2.contractSchema),
    matterV2: writerOf(matterV2.matterSchema),
  }
  const mail = (kind: 'contract' | 'matter') => (id: number) => mailAddressOf(app, { kind, id })
  forms = {
    'contracts in v1': {
      table: 'contracts',
      bodies: recordBodies(contractKind, app, {
        shape: jsonOf(contractV1.contractShape),
        columns: contractDetailColumns,
        noteOf: mail('contract'),
      }),
      written: async (actor, id) =>
        write.contractV1(contractToV1(await getContractDetails(app, actor, id), await mail('contract')(id))),
    },
    'matters in v1': {
      table: 'matters',
      bodies: recordBodies(matterKind, app, {
        shape: jsonOf(matterV1.matterShape),
        columns: matterDetailColumns,
        noteOf: mail('matter'),
      }),
      written: async (actor, id) =>
        write.matterV1(matterToV1(await getMatterDetails(app, actor, id), await mail('matter')(id))),
    },
    'contracts in v2': {
      table: 'contracts',
      bodies: recordBodies(contractKind, app, {
        shape: jsonOf(contractV2.contractShape),
        columns: (context) => columnsV2(contractKind, context),
      }),
      written: async (actor, id) => write.contractV2(await shapedContract(app, actor, id)),
    },
    'matters in v2': {
      table: 'matters',
      bodies: recordBodies(matterKind, app, {
        shape: jsonOf(matterV2.matterShape),
        columns: (context) => columnsV2(matterKind, context),
      }),
      written: async (actor, id) => write.matterV2(await shapedMatter(app, actor, id)),
    },
  }
  const idsOf = async (table: Form['table']) =>
    (await app.database.pool.query<{ id: number }>(`select id from ${table} order by id`)).rows.map(
      ({ id }) => id,
    )
  ids = { matters: await idsOf('matters'), contracts: await idsOf('contracts') }
  people = await Promise.all(
    (await peopleOfDemo(app)).map(async ({ id, email }) => ({ email, actor: await actorFor(app, { id }) })),
  )
})

const oddTexts = [
  '"quoted" \\ back/slash',
  'line\nbreak\ttab\r\u0001\u001f\u007f',
  'ß eszett',
  'ŉ ligature ﬁ',
  'ünïcode — 日本語',
  '🙂 emoji',
  '\u00a0 spaced \u3000',
  '\u2028\u2029\ufeff',
  "it's 100%_",
  'ǆ digraph',
  ' ',
]

/**
 * Texts of all kinds wherever a record shows one, also such as no command accepts; and times with and without
 * fractions.
 */
async function fillWithOddTexts(): Promise<void> {
  const { pool } = parts.app.database
  const anything = fc
    .sample(fc.string({ unit: 'binary', maxLength: 30 }), { seed: 7, numRuns: 40 })
    .map((text) => text.replaceAll('\0', ''))
  const texts = [...oddTexts, ...anything]
  const odd = (column: string, salt: string) =>
    `${column} = ($1::text[])[1 + abs(hashtext(id::text || '${salt}')) % ${texts.length}]`
  for (const [table, ...columns] of [
    ['users', 'first_name', 'last_name', 'job_title'],
    ['contracts', 'name'],
    ['matters', 'name', 'reference'],
    ['matter_status_messages', 'message'],
    ['contract_status_messages', 'message'],
    ['organisations', 'name'],
  ] as const) {
    const set = columns.map((column) => odd(column, column)).join(', ')
    // some stay as they are
    await pool.query(`update ${table} set ${set} where abs(hashtext(id::text)) % 5 > 0`, [texts])
  }
  await pool.query(`update contracts set expiry = '2031-01-02 03:04:05.6', executed_at = '2026-01-02 03:04:05.006+13'
    where id % 3 = 0`)
  await pool.query(
    "update matters set created_at = '1999-12-31 23:59:59.999+00', parent_id = null where id % 4 = 0",
  )
}

const codeOf = (error: unknown) => {
  if (error instanceof AppError) return error.code
  throw error
}

test.each(['contracts in v1', 'matters in v1', 'contracts in v2', 'matters in v2'])(
  'the database writes %s as the serialiser writes the shaped objects, for everybody',
  async (name) => {
    const { table, bodies, written } = forms[name] as Form
    let seen = 0
    for (const [place, { actor, email }] of people.entries()) {
      const expected = new Map<number, string>()
      // the first sees most, the others have a part each
      const some = ids[table].filter((_, index) => place === 0 || (index + place) % 4 === 0)
      for (const id of some) expected.set(id, await written(actor, id).catch(codeOf))
      const got = await Promise.all(
        some.map(async (id) => [id, await bodies.get(actor, id).then(({ text }) => text, codeOf)] as const),
      )
      for (const [id, text] of got) {
        if (text !== 'not_found') seen++
        expect(comparable(text), `${name} ${id} for ${email}`).toBe(comparable(expected.get(id) ?? ''))
      }
    }
    expect(seen).toBeGreaterThan(people.length)
  },
)

/**
 * Numbers are exact in the database's text, and shortest in that of this process: 0.0000001 is 1e-7. Fields of two
 * forms at the same place have no order.
 */
const comparable = (text: string) =>
  text === 'not_found'
    ? text
    : JSON.stringify(JSON.parse(text), (name, value: unknown) =>
        name === 'fields'
          ? Object.fromEntries(Object.entries(value as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
          : value,
      )

test('lists have the same objects, with the selected properties in their order', async () => {
  for (const name of ['contracts in v2', 'matters in v2']) {
    const { table, bodies } = forms[name] as Form
    for (const { actor } of people) {
      const all = await bodies.list(parts.app.db, actor, { ids: ids[table], selected: null })
      const few = await bodies.list(parts.app.db, actor, {
        ids: ids[table],
        selected: new Set(['fields', 'owner', 'id']),
      })
      expect([...few.keys()].toSorted()).toEqual([...all.keys()].toSorted())
      for (const [id, { text }] of all) {
        const { id: own, owner, fields } = JSON.parse(text) as Record<string, unknown>
        expect(JSON.parse(few.get(id)?.text ?? '')).toEqual({ id: own, owner, fields })
        expect(text).toBe((await bodies.get(actor, id)).text)
      }
    }
  }
})

test('the routes send the text with its version and type', async () => {
  const { app, server } = parts
  const admin = await app.db
    .selectFrom('users')
    .where('role', '=', 'Administrator')
    .where('status', '=', 'Active')
    .select(['id', 'email', 'organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
  const actor = await actorFor(app, admin)
  const caller = as(server, await accessTokenFor(app, { ...admin, name: 'Administrator' }))
  for (const [name, path] of [
    ['contracts in v1', '/contract-apis/v1/contracts/'],
    ['contracts in v2', '/v2/contracts/'],
    ['matters in v1', '/matter-apis/v1/matters/'],
    ['matters in v2', '/v2/matters/'],
  ] as const) {
    const { table, bodies } = forms[name] as Form
    const visible = await bodies.list(app.db, actor, { ids: ids[table], selected: null })
    const [id, body] = [...visible][0] ?? [0, { text: '', version: 0 }]
    const answer = await caller.get(`${path}${id}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      etag: expect.stringContaining(`"${body.version}-`),
    })
    expect(answer.body).toBe(body.text)
  }
})
