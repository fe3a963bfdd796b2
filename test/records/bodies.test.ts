// The JSON of matters and contracts that the database makes: golden bodies of records with odd texts, and the same text
// wherever it is asked for. After a change that is meant: CHANCERY_TEST_WRITE_BODIES=yes npm test --
// test/records/bodies.test.ts && npm run format, and read the difference.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
import { recordBodies, type RecordBodies } from '../../server/records/lists/record-bodies.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import { actorFor } from '../fixtures/actors.ts'
import { someOf } from '../repetitions.ts'
import { useTestApp } from '../test-app.ts'
import { accessTokenFor } from '../tokens.ts'
import { as } from '../http.ts'
import { peopleOfDemo } from './people.ts'

const parts = useTestApp({ CHANCERY_INBOUND_MAIL_DOMAIN: 'mail.example.com' }, { demo: true })

const golden = fileURLToPath(new URL('golden-bodies.json', import.meta.url))
/** Records of the demo that have most of what a record can have. */
const chosen = { contracts: [1, 3, 12], matters: [3, 4, 9] } as const

interface Form {
  readonly table: 'matters' | 'contracts'
  readonly bodies: RecordBodies
}

let forms: Readonly<Record<string, Form>>
let ids: Readonly<Record<Form['table'], readonly number[]>>
let people: readonly { readonly actor: Actor; readonly email: string }[]

beforeAll(async () => {
  await fillWithOddTexts()
  const { app } = parts
  const mail = (kind: 'contract' | 'matter') => (id: number) => mailAddressOf(app, { kind, id })
  forms = {
    'contracts in v1': {
      table: 'contracts',
      bodies: recordBodies(contractKind, app, {
        shape: jsonOf(contractV1.contractShape),
        columns: contractDetailColumns,
        noteOf: mail('contract'),
      }),
    },
    'matters in v1': {
      table: 'matters',
      bodies: recordBodies(matterKind, app, {
        shape: jsonOf(matterV1.matterShape),
        columns: matterDetailColumns,
        noteOf: mail('matter'),
      }),
    },
    'contracts in v2': {
      table: 'contracts',
      bodies: recordBodies(contractKind, app, {
        shape: jsonOf(contractV2.contractShape),
        columns: (context) => columnsV2(contractKind, context),
      }),
    },
    'matters in v2': {
      table: 'matters',
      bodies: recordBodies(matterKind, app, {
        shape: jsonOf(matterV2.matterShape),
        columns: (context) => columnsV2(matterKind, context),
      }),
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
  // of users, whose ids are made by chance, it is their address that is the same each time
  const keyOf = (table: string) => (table === 'users' ? 'email_key' : 'id::text')
  const odd = (table: string, column: string) =>
    `${column} = ($1::text[])[1 + abs(hashtext(${keyOf(table)} || '${column}')) % ${texts.length}]`
  for (const [table, ...columns] of [
    ['users', 'first_name', 'last_name', 'job_title'],
    ['contracts', 'name'],
    ['matters', 'name', 'reference'],
    ['matter_status_messages', 'message'],
    ['contract_status_messages', 'message'],
    ['organisations', 'name'],
  ] as const) {
    const set = columns.map((column) => odd(table, column)).join(', ')
    // some stay as they are
    await pool.query(`update ${table} set ${set} where abs(hashtext(${keyOf(table)})) % 5 > 0`, [texts])
  }
  await pool.query(`update contracts set expiry = '2031-01-02 03:04:05.6', executed_at = '2026-01-02 03:04:05.006+13'
    where id % 3 = 0`)
  await pool.query(
    "update matters set created_at = '1999-12-31 23:59:59.999+00', parent_id = null where id % 4 = 0",
  )
}

test('records have these bodies, whatever their texts are', async () => {
  const [first] = people
  if (!first) throw new Error('The demo has nobody')
  const bodies: Record<string, Record<string, unknown>> = {}
  for (const [name, form] of Object.entries(forms)) {
    const texts = await Promise.all(
      chosen[form.table].map(async (id) => [id, (await form.bodies.get(first.actor, id)).text] as const),
    )
    bodies[name] = Object.fromEntries(texts.map(([id, text]) => [id, withoutChance(JSON.parse(text))]))
  }
  if (process.env['CHANCERY_TEST_WRITE_BODIES'] === 'yes')
    writeFileSync(golden, `${JSON.stringify(bodies, null, 2)}\n`)
  const expected = JSON.parse(readFileSync(golden, 'utf8')) as unknown
  expect(bodies).toEqual(expected)
  // the order of properties as well
  expect(JSON.stringify(bodies)).toBe(JSON.stringify(expected))
})

/** Ids that are made by chance are called by the order in which they appear, and addresses have no secret. */
function withoutChance(body: unknown): unknown {
  const seen = new Map<string, string>()
  const named = (id: string) => seen.get(id) ?? (seen.set(id, `id ${seen.size + 1}`), seen.get(id) ?? '')
  const text = JSON.stringify(body).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, named)
  return JSON.parse(text.replaceAll(/-\w{16}@mail\.example/g, '-secret@mail.example'))
}

test('lists have the same objects, with the selected properties in their order', async () => {
  for (const name of ['contracts in v2', 'matters in v2']) {
    const { table, bodies } = forms[name] as Form
    for (const { actor } of someOf(people, 6)) {
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
