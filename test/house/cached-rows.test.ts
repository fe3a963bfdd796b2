// Every column of which processes keep copies is in the list of what is announced when it is written.
import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { findGrantActor } from '../../server/identity/oauth/bearer.ts'
import { cachedRows, staleAfter } from '../../server/platform/postgres/cached-rows.ts'
import { findSessionActor } from '../../server/identity/sessions/session.ts'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()
beforeAll(() => loadModule())

/** The texts of what `read` asks the database. */
async function textsOf(read: () => Promise<unknown>): Promise<readonly string[]> {
  const executor = Object.getPrototypeOf(parts.app.database.kysely.getExecutor()) as {
    compileQuery: (this: unknown, ...given: unknown[]) => { readonly sql: string }
  }
  const { compileQuery } = executor
  const texts: string[] = []
  executor.compileQuery = function compileAndKeep(...given) {
    const compiled = compileQuery.apply(this, given)
    texts.push(compiled.sql)
    return compiled
  }
  try {
    await read()
  } finally {
    executor.compileQuery = compileQuery
  }
  return texts
}

interface Found {
  readonly tables: Map<string, string>
  readonly columns: Set<string>
}

/** The tables of a statement by alias, and the columns it names. */
function walk(node: unknown, found: Found): Found {
  if (Array.isArray(node)) for (const each of node) walk(each, found)
  else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node)) {
      if (name === 'RangeVar') {
        const { relname, alias } = value as { relname: string; alias?: { aliasname: string } }
        found.tables.set(alias?.aliasname ?? relname, relname)
      } else if (name === 'ColumnRef') {
        const words = (value as { fields: { String?: { sval: string } }[] }).fields.map(
          ({ String: word }) => word?.sval ?? '*',
        )
        found.columns.add(words.join('.'))
      } else walk(value, found)
    }
  }
  return found
}

// never written after the row was made
const fixed = new Set(['id', 'user_id', 'organisation_id'])
// `seen_at` only grows while a session lives, and its end of silence is seen at the next reading
const exempt = new Set(['sessions.seen_at'])

test('what is read to know a caller is announced when it is written', async () => {
  const reads = [
    () => findGrantActor(parts.app.db, { userId: '00000000-0000-4000-8000-000000000000', grantId: 1 }),
    () => findSessionActor(parts.app, 'unknown', { userAgent: '', address: '' }),
  ]
  const texts = (await Promise.all(reads.map(textsOf))).flat()
  expect(texts.length).toBeGreaterThanOrEqual(2)
  const missing: string[] = []
  let checked = 0
  for (const text of texts) {
    const { tables, columns } = walk(parseSync(text), { tables: new Map(), columns: new Set() })
    for (const table of tables.values()) if (!cachedRows.has(table)) missing.push(table)
    for (const column of columns) {
      const [first = '', second] = column.split('.')
      const alone = [...tables.values()]
      const table = second === undefined ? (alone.length === 1 ? alone[0] : undefined) : tables.get(first)
      const name = second ?? first
      const listed = table && cachedRows.get(table)?.columns
      if (!table || !listed || fixed.has(name) || exempt.has(`${table}.${name}`)) continue
      checked++
      if (!listed.includes(name)) missing.push(`${table}.${name}`)
    }
  }
  expect(missing).toEqual([])
  expect(checked).toBeGreaterThan(10)
})

test.each([
  ['update "users" set "status" = $1, "updated_at" = $2 where "id" = $3', ['rights']],
  ['update users set status = $1 where id = $2', ['rights']],
  ['update "users" set "password_hash" = $1 where "status" = $2', []],
  ['insert into "users" ("id") values ($1)', []],
  ['insert into "team_members" ("team_id") values ($1)', ['rights']],
  ['delete from "sessions" where "hash" = $1', ['rights']],
  ['update "sessions" set "seen_at" = $1 where "id" = $2', []],
  [
    'with ended as (update oauth_grants set ended_at = $1 where id = $2 returning id) select * from ended',
    ['rights'],
  ],
  ['update oauth_grants set generation = $1, rotated_at = $2 where id = $3 and ended_at is null', []],
  ['select from oauth_grants where id = $1 for no key update', []],
  ['update "clock" set "offset_ms" = $1', ['clock']],
  ['insert into "signing_keys" ("kid") values ($1)', ['keys']],
  ['insert into "matters" ("name") values ($1) on conflict do update set status = $2', []],
])('%s', (text, topics) => expect(staleAfter(text)).toEqual(topics))
