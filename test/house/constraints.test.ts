// Constraints of the schema that inputs can violate: each has a property that the answer names.
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendProblem } from '../../server/http/responses/problem.ts'
import { checkedInputs } from '../../server/platform/postgres/checked-inputs.ts'
import { ownChecks } from '../../server/platform/postgres/own-checks.ts'
import { cloneDatabase } from '../database.ts'

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  drop = database.drop
})
afterAll(async () => {
  await client.end()
  await drop()
})

test('every check constraint names the input that violates it, or says why none can', async () => {
  const { rows } = await client.query<{ name: string }>(`select k.conname as name from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and k.contype = 'c' and not c.relispartition
      and k.conname not in (c.relname || '_id_check', 'schema_migrations_id_check') order by 1`)
  const listed = [...Object.keys(checkedInputs), ...Object.values(ownChecks).flat()]
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name))
})

/** What a caller is answered whose request runs these statements, and leaves nothing. */
async function answerTo(...statements: readonly string[]) {
  const server = Fastify()
  server.setErrorHandler(sendProblem)
  server.post('/', async () => {
    await client.query('begin')
    try {
      for (const text of statements) await client.query(text)
    } finally {
      await client.query('rollback')
    }
  })
  const answer = await server.inject({ method: 'POST', url: '/' })
  const { detail, errors = {} } = answer.json<{ detail: string; errors?: object }>()
  return { status: answer.statusCode, detail, named: Object.keys(errors) }
}

const at = 'created_at, updated_at) values'
const organisation = `insert into organisations (id, name, type, ${at} (1, 'Harbour', 'Customer', now(), now())`
const department = (columns: string, values: string) =>
  `insert into departments (organisation_id, ${columns}, ${at} (1, ${values}, now(), now())`
const region = (values: string) =>
  `insert into regions (organisation_id, name, ${at} (${values}, now(), now())`

describe('a statement that violates', () => {
  test.each([
    ['a check', [organisation.replace('Customer', 'Club')], 400, ['type']],
    ['a column that needs a value', [organisation, region('1, null')], 400, ['name']],
    [
      'a reference that its row makes',
      [organisation, department('name, parent_id', "'Tax', 99")],
      400,
      ['parentId'],
    ],
    [
      'a reference to its row',
      [
        organisation,
        department('id, name', "5, 'Tax'"),
        department('name, parent_id', "'Duty', 5"),
        'delete from departments where id = 5',
      ],
      409,
      [],
    ],
    ['a unique text', [organisation, region("1, 'North'"), region("1, 'NORTH'")], 409, ['name']],
    [
      'a unique text below something',
      [organisation, department('name', "'Tax'"), department('name', "'TAX'")],
      409,
      ['name'],
    ],
  ])('%s is answered with its property', async (_, statements, status, named) => {
    const answer = await answerTo(...statements)
    expect([answer.status, answer.named]).toEqual([status, named])
    expect(answer.detail).not.toMatch(/constraint|violates|relation|_/)
  })

  test.each([
    [
      'a check of what the server works out',
      ['update clock set id = false', 'insert into clock (id) values (false)'],
    ],
    ['the range of ids', [organisation.replace('(1,', '(-1,')]],
    ['the organisation', [region("null, 'North'")]],
  ])('%s is a defect, and stays one', async (_, statements) => {
    expect((await answerTo(...statements)).status).toBe(500)
  })
})
