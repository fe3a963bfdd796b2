// What is shown of rows that processes keep copies of (row-copies.ts).
import { type RawBuilder, sql } from 'kysely'
import type { CopiedRows } from '../postgres/row-copies.ts'
import { statement } from '../postgres/statement.ts'
import type { CopiedValue } from './list-query.ts'
import type { Texts } from './object-writer.ts'

/** A copied row as it is shown: JSON of each of its values. */
export type ShownRow = Readonly<Record<string, string>>

/** The key of an organisation's row. */
export const keyOfRow = (organisationId: string, id: string): string => `${organisationId} ${id}`

/** The key of the row that a record refers to; undefined where it refers to none. */
function keyIn(texts: Texts, at: readonly number[]): string | undefined {
  const [first = 0, second] = at
  const key = texts[first] ?? undefined
  if (second === undefined || key === undefined) return key
  const rest = texts[second] ?? undefined
  return rest === undefined ? undefined : keyOfRow(key, rest)
}

/** A value of the row with the key that these expressions make; null where one of them is. */
export const copiedValue = (
  rows: CopiedRows<ShownRow>,
  value: string,
  reads: readonly [RawBuilder<unknown>, RawBuilder<unknown>?],
): CopiedValue => ({
  rows,
  reads: reads.flatMap((each) => each ?? []),
  need(texts, at, need) {
    const key = keyIn(texts, at)
    if (key !== undefined) need(rows, key)
  },
  write({ texts, at, found }, out) {
    const key = keyIn(texts, at)
    out.push((key === undefined ? undefined : found.of(rows, key)?.[value]) ?? 'null')
  },
  row(texts, at, found) {
    const key = keyIn(texts, at)
    return key === undefined ? undefined : found.of(rows, key)
  },
})

/** Keys of an organisation's rows, as two lists. */
interface Keys {
  readonly organisationIds: readonly number[]
  readonly ids: readonly number[]
}

/** From `5 17`. */
function keysOf(keys: readonly string[]): Keys {
  const pairs = keys.map((key) => key.split(' ').map(Number))
  return {
    organisationIds: pairs.map(([organisationId = 0]) => organisationId),
    ids: pairs.map(([, id = 0]) => id),
  }
}

type Loaded = { readonly key: string; readonly row: ShownRow }

/** Rows of an organisation's table by organisation and id, with JSON of these values; SQL over the table `r`. */
export function copiedOf(
  table: string,
  values: Readonly<Record<string, RawBuilder<unknown>>>,
): CopiedRows<ShownRow> {
  const select = statement<Keys, Loaded>(
    ({
      organisationIds,
      ids,
    }) => sql<Loaded>`select r.organisation_id || ' ' || r.id as key, ${jsonTexts(values)} as row
      from unnest(${organisationIds}::bigint[], ${ids}::bigint[]) as asked (organisation_id, id)
      join ${sql.table(table)} as r on r.organisation_id = asked.organisation_id and r.id = asked.id`,
  )
  return { query: (keys) => select.query(keysOf(keys)) }
}

/** Rows by id alone. */
export function copiedById(
  table: string,
  type: 'uuid' | 'bigint',
  values: Readonly<Record<string, RawBuilder<unknown>>>,
): CopiedRows<ShownRow> {
  const select = statement<{ readonly keys: readonly string[] }, Loaded>(
    ({ keys }) => sql<Loaded>`select r.id::text as key, ${jsonTexts(values)} as row
      from ${sql.table(table)} as r where r.id = any(${keys}::${sql.raw(type)}[])`,
  )
  return { query: (keys) => select.query({ keys }) }
}

/** An object with the JSON of each value, as text. */
const jsonTexts = (values: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(
    Object.entries(values).flatMap(([name, value]) => [
      sql.lit(name),
      sql`coalesce(to_json(${value})::text, 'null')`,
    ]),
  )})`
