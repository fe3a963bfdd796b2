import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { compileStatement, placeholder } from './statement.ts'
import { statementCache } from './statement-cache.ts'

const tested = useTestApp()

/** A cache of items, and what it has dropped. */
function cacheOf(limits: Parameters<typeof statementCache>[0]) {
  const dropped: string[] = []
  const cache = statementCache<{ name: string; length: number; drop: () => void }>(limits)
  const keep = (name: string, length = 1) =>
    cache.keep(name, { name, length, drop: () => void dropped.push(name) })
  return { cache, keep, dropped }
}

test('what was not used for longest makes room, by number', () => {
  const { cache, keep, dropped } = cacheOf({ most: 3 })
  for (const name of ['a', 'b', 'c']) expect(keep(name)).toBe(true)
  expect(cache.find('a')?.name).toBe('a')
  keep('d')
  expect(dropped).toEqual(['b'])
  expect(cache.find('b')).toBeUndefined()
})

test('and by the length of all texts; one that is too long is not kept', () => {
  const { cache, keep, dropped } = cacheOf({ most: 10, mostText: 100, longest: 60 })
  for (const name of ['a', 'b', 'c']) keep(name, 30)
  expect(keep('too long', 61)).toBe(false)
  expect(dropped).toEqual(['too long'])
  cache.find('a')
  expect(keep('d', 60)).toBe(true)
  expect(dropped).toEqual(['too long', 'b', 'c'])
  keep('e', 10)
  expect(['a', 'd', 'e'].every((name) => cache.find(name))).toBe(true)
})

const answering = (what: string) =>
  compileStatement<{ of: number }, { answer: number }>(
    () =>
      sql`select 12 / ${placeholder(({ of }: { of: number }) => of)}::int as answer, ${sql.lit(what)} as what`,
  )

test('a connection closes what was dropped before it prepares the next, and can prepare it again', async () => {
  const { db, database } = tested.app
  const [one, other, third] = [answering('one'), answering('other'), answering('third')]
  await database.kysely.transaction().execute(async (tx) => {
    const names = async () => {
      const { rows } = await sql<{ what: string }>`select split_part(statement, '''', 2) as what
        from pg_prepared_statements where statement like 'select 12 /%' order by what`.execute(tx)
      return rows.map(({ what }) => what)
    }
    await one.run(tx, { of: 3 })
    one.drop()
    // nothing is prepared, nothing is closed
    expect(await one.run(tx, { of: 4 })).toMatchObject([{ answer: 3 }])
    expect(await names()).toEqual(['one'])
    await other.run(tx, { of: 2 })
    expect(await names()).toEqual(['other'])
    const again = await Promise.all([
      third.run(tx, { of: 6 }),
      one.run(tx, { of: 1 }),
      one.run(tx, { of: 2 }),
    ])
    expect(again.map(([row]) => row?.answer)).toEqual([2, 12, 6])
    expect(await names()).toEqual(['one', 'other', 'third'])
  })
  // a failure in the packet changes nothing
  other.drop()
  third.drop()
  const last = answering('last')
  for (const each of [one, other, third, last, one]) {
    await expect(each.run(db, { of: 0 })).rejects.toThrow('division by zero')
    expect(await each.run(db, { of: 12 })).toMatchObject([{ answer: 1 }])
  }
})
