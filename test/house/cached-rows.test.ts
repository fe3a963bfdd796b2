// Every column of which processes keep copies is in the list of what is announced when it is written.
import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { findGrantActor } from '../../server/identity/oauth/bearer.ts'
import { cachedRows, shownRows, staleAfter } from '../../server/platform/postgres/cached-rows.ts'
import { findSessionActor } from '../../server/identity/sessions/session.ts'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { shownValues } from '../../server/fields/values/shown-values.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import type { CopiedRows } from '../../server/platform/postgres/row-copies.ts'
import { sql } from 'kysely'
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
// and rows of subselects as a whole have columns that are named as well
const exempt = new Set(['sessions.seen_at', 'users.o', 'field_options.a'])

test('what is read to know a caller is announced when it is written', async () => {
  const reads = [
    () => findGrantActor(parts.app.db, { userId: '00000000-0000-4000-8000-000000000000', grantId: 1 }),
    () => findSessionActor(parts.app, 'unknown', { userAgent: '', address: '' }),
  ]
  const texts = (await Promise.all(reads.map(textsOf))).flat()
  expect(texts.length).toBeGreaterThanOrEqual(2)
  expect(unannouncedIn(texts, cachedRows)).toEqual([])
})

test('so is what lists show of other rows', async () => {
  const copied = new Set<CopiedRows<object>>()
  const values = [
    '1j1',
    '1o1',
    '1p1',
    ...['Department', 'Region', 'ContractEntity', 'InvoiceRecipient'].map((type) => `1t${type} 1`),
  ]
  for (const { kind, table, list } of [matterKind, contractKind]) {
    const columns = {
      ...list.columns(parts.app, { userId: '', organisationType: 'Customer' as const }),
      ...list.related,
    }
    const all = Object.values(columns).flatMap(({ copied: column }) => column ?? [])
    const ofValues = shownValues({ kind, table, organisationIds: [1], ids: sql`array[1]` })
    const read = ['1', '1', values.join('\u001f')]
    for (const column of [...all, ofValues])
      column.need(
        read,
        column.reads.map((_, place) => place),
        (rows) => void copied.add(rows),
      )
  }
  const texts = Array.from(copied, (rows) => rows.query(['1 1']).text)
  expect(copied.size).toBeGreaterThanOrEqual(11)
  expect(unannouncedIn(texts, shownRows)).toEqual([])
})

/** The columns that statements read of tables and that are not announced. */
function unannouncedIn(texts: readonly string[], announced: typeof cachedRows): readonly string[] {
  const missing: string[] = []
  let checked = 0
  for (const text of texts) {
    const { tables, columns } = walk(parseSync(text), { tables: new Map(), columns: new Set() })
    for (const table of tables.values()) if (!announced.has(table)) missing.push(table)
    for (const column of columns) {
      const [first = '', second] = column.split('.')
      const alone = [...tables.values()]
      const table = second === undefined ? (alone.length === 1 ? alone[0] : undefined) : tables.get(first)
      const name = second ?? first
      const listed = table && announced.get(table)?.columns
      if (!table || !listed || fixed.has(name) || exempt.has(`${table}.${name}`)) continue
      checked++
      if (!listed.includes(name)) missing.push(`${table}.${name}`)
    }
  }
  expect(checked).toBeGreaterThan(10)
  return missing
}

test.each([
  ['update "users" set "status" = $1, "updated_at" = $2 where "id" = $3', ['rights']],
  ['update users set status = $1 where id = $2', ['rights']],
  ['update "users" set "first_name" = $1 where "id" = $2', ['rights', 'shown']],
  ['update "field_options" set "label" = $1, "updated_at" = $2 where "id" = $3', ['shown']],
  ['insert into "field_options" ("label") values ($1)', []],
  ['delete from "form_parts" where "id" = $1', ['shown']],
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
