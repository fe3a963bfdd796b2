import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import {
  compileStatement,
  computed,
  isOneOf,
  listPlaceholder,
  placeholder,
  statement,
  statementFamily,
} from './statement.ts'

const tested = useTestApp()

test('a statement is built once and run with the values of each call', async () => {
  let built = 0
  const add = statement<{ a: number; b: number }, { sum: number }>(({ a, b }) => {
    built++
    return sql`select ${a}::int + ${b}::int as sum`
  })
  expect(await add.run(tested.app.db, { a: 1, b: 2 })).toEqual([{ sum: 3 }])
  expect(await add.run(tested.app.db, { a: 10, b: 20 })).toEqual([{ sum: 30 }])
  expect(built).toBe(1)
})

test('a statement written with Kysely takes values, constants and arrays', async () => {
  const names = statement<{ ids: readonly string[] }, { code: string }>(({ ids }, db) =>
    db
      .selectFrom('users')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('status', '=', 'Active')
      .select('email_key as code'),
  )
  const { sql: text, parameters } = names.compiled({ ids: ['a'] })
  expect(text).toContain('any($1::uuid[])')
  expect(parameters).toEqual([['a'], 'Active'])
})

test('it is prepared by name on each connection, also in a transaction', async () => {
  const one = statement<{ value: string }, { value: string }>(
    ({ value }) => sql`select ${value}::text as value, 'named' as mark`,
  )
  await one.run(tested.app.db, { value: 'x' })
  const { rows } = await tested.app.database.kysely.transaction().execute(async (tx) => {
    await one.run(tx, { value: 'y' })
    return sql<{
      name: string
    }>`select name from pg_prepared_statements where statement like '%as value, ''named'' as mark%'`.execute(
      tx,
    )
  })
  expect(rows).toHaveLength(1)
})

describe('run for several inputs', () => {
  const quotient = statement<{ by: number }, { value: number }>(
    ({ by }) => sql`select 12 / ${by}::int as value`,
  )
  const inputs = (...numbers: readonly number[]) => numbers.map((by) => ({ by }))

  test('it gives the rows of each in order, from the pool and in a transaction', async () => {
    const { db, database } = tested.app
    expect(await quotient.runForEach(db, inputs(1, 2, 3))).toEqual([
      [{ value: 12 }],
      [{ value: 6 }],
      [{ value: 4 }],
    ])
    const within = await database.kysely.transaction().execute((tx) => quotient.runForEach(tx, inputs(6, 4)))
    expect(within).toEqual([[{ value: 2 }], [{ value: 3 }]])
    expect(await quotient.runForEach(db, [])).toEqual([])
  })

  test('it fails as a whole when one of them does, and leaves the connection usable', async () => {
    const { db } = tested.app
    await expect(quotient.runForEach(db, inputs(1, 0, 3))).rejects.toThrow('division by zero')
    expect(await quotient.runForEach(db, inputs(12))).toEqual([[{ value: 1 }]])
  })
})

test('a list has one parameter as a whole, and one for each element', () => {
  const compiled = (length: number) =>
    statementFamily<{ ids: readonly number[] }, unknown>(10)
      .get('', () => {
        const ids = listPlaceholder((input: { ids: readonly number[] }) => input.ids, length)
        return sql`select ${isOneOf(sql`1`, ids)}, ${ids[0]}`
      })
      .compiled({ ids: [7, 8].slice(0, length) })
  expect(compiled(2)).toMatchObject({ sql: 'select 1 = any($1::bigint[]), $2', parameters: [[7, 8], 7] })
  expect(compiled(1)).toMatchObject({ sql: 'select 1 = $1, $2', parameters: [7, 7] })
})

test('a computed value is computed for each run', () => {
  const like = statement<{ term: string }, unknown>(({ term }) => {
    return sql`select ${computed(term, (each) => `%${each}%`)}`
  })
  expect(like.compiled({ term: 'a' }).parameters).toEqual(['%a%'])
  expect(like.compiled({ term: 'b' }).parameters).toEqual(['%b%'])
  expect(computed('plain', (each) => `%${each}%`)).toBe('%plain%')
})

test('a family keeps the statements that were used last', () => {
  const built: string[] = []
  const family = statementFamily<object, unknown>(4)
  const get = (key: string) =>
    family.get(key, () => {
      built.push(key)
      return sql`select ${placeholder(() => key)}`
    })
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b']) get(key)
  expect(built).toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
})

test('a statement that is planned once has its constants in the text, and one plan for all values', async () => {
  const name = `O'Brien \\ $1`
  const one = compileStatement<{ least: number }, Record<string, unknown>>(
    () => sql`select ${name}::text as name, ${null}::text as nothing, ${['a', `b"'`]}::text[] as list,
      ${placeholder(({ least }: { least: number }) => least)}::int + ${7} as sum, ${true}::boolean as truth`,
    { once: true },
  )
  expect(one.compiled({ least: 1 }).parameters).toEqual([1])
  const row = { name, nothing: null, list: ['a', `b"'`], truth: true }
  for (let least = 0; least < 3; least++)
    expect(await one.run(tested.app.db, { least })).toEqual([{ ...row, sum: least + 7 }])
  const { pool } = tested.app.database
  // on whichever connection
  const { rows } = await pool.query<{ custom: number }>(
    `select custom_plans::int as custom from pg_prepared_statements where statement = $1`,
    [one.compiled({ least: 1 }).sql],
  )
  expect(rows.filter(({ custom }) => custom > 0)).toEqual([])
  const mode = await pool.query(`select current_setting('plan_cache_mode') as mode`)
  expect(mode.rows).toEqual([{ mode: 'auto' }])
})
