// The words that occur in the records of an organisation: what quick find takes a mistyped word for. They are collected
// in the background from the records in which something happened, and so cost writers nothing; among the latest records
// quick find itself looks for what is mistyped (platform/lists/quick-find.ts).
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { keysOfTyped, keysOfWord, mistakesFrom, wordsIn } from '../../platform/lists/similar-words.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import type { Principal } from '../../platform/subject.ts'
import type { AnyKind } from '../record-kind.ts'

const prefixOf = (organisationId: number, kind: string) => `${organisationId} ${kind} `

// of similar words, the most similar are looked for
const mostSimilar = 10

/** For each typed word, the words of the actor's organisations that it may be a misspelling of. */
export async function similarWords(
  { kind }: Pick<AnyKind, 'kind'>,
  db: Reader,
  { organisationIds }: Pick<Principal, 'organisationIds'>,
  words: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const keys = words.map(keysOfTyped)
  const wanted = organisationIds.flatMap((id) => keys.flat().map((key) => prefixOf(id, kind) + key))
  if (wanted.length === 0) return words.map(() => [])
  const { rows } = await sql<{ word: string }>`select distinct word from record_words
    where organisation_id = any(${[...organisationIds]}::bigint[]) and kind = ${kind} and keys && ${wanted}::text[]
    limit 1000`
    .withPlugin(prepared)
    .execute(db)
  return words.map((typed, place) => {
    const mistakes = mistakesFrom([typed])
    return (keys[place]?.length ?? 0) === 0
      ? []
      : rows
          .map(({ word }) => ({ word, few: mistakes(word) ?? Infinity }))
          .filter(({ few }) => few < Infinity)
          .toSorted((a, b) => a.few - b.few)
          .slice(0, mostSimilar)
          .map(({ word }) => word)
  })
}

// of one organisation, and in one run of the job
const atOnce = 5_000
const mostInRun = 200_000

/** Collects the words of records that have changed since the last time; returns how many records it read. */
export async function collectWords(
  app: Pick<App, 'db' | 'database' | 'clock'>,
  kinds: readonly AnyKind[],
): Promise<number> {
  let read = 0
  for (const kind of kinds) {
    for (const organisationId of await organisationsWithNews(app, kind)) {
      for (let went = atOnce; went === atOnce && read < mostInRun; read += went)
        went = await collectSome(app, kind, organisationId)
    }
  }
  return read
}

async function organisationsWithNews(
  { db }: Pick<App, 'db'>,
  { kind, table }: AnyKind,
): Promise<readonly number[]> {
  // not through access.ts: words, which quick find looks for in what is visible
  const { rows } = await sql<{
    id: number
  }>`/* every organisation: finds those in which something has happened */
    select o.id from organisations o
    left join record_words_collected c on c.organisation_id = o.id and c.kind = ${kind}
    where exists (select 1 from ${sql.table(table)} r where r.organisation_id = o.id
      and r.last_activity_at > coalesce(c.collected_until, '-infinity'))
    order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What happened later may be committed by somebody who began earlier: it is read again. */
const overlap = 60_000

function collectSome(
  app: Pick<App, 'database' | 'clock'>,
  { kind, table, quickFind }: AnyKind,
  organisationId: number,
): Promise<number> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return internalTransaction(app, async (tx) => {
    // not through access.ts: words, which quick find looks for in what is visible
    const { rows } = await sql<{ text: string; at: Date }>`
      select lower(${column('name')} || ' ' || coalesce(${quickFind.otherText}, '')) as text, ${column('last_activity_at')} as at
      from ${sql.table(table)} where ${column('organisation_id')} = ${organisationId} and ${column('last_activity_at')} > coalesce(
        (select c.collected_until from record_words_collected c where c.organisation_id = ${organisationId} and c.kind = ${kind}),
        '-infinity')
      order by ${column('last_activity_at')} limit ${sql.lit(atOnce)}`.execute(tx)
    const words = [...new Set(rows.flatMap(({ text }) => wordsIn(text)))].toSorted()
    const made = words.map((word) => ({
      word,
      keys: keysOfWord(word).map((key) => prefixOf(organisationId, kind) + key),
    }))
    if (made.length > 0) {
      await sql`insert into record_words (organisation_id, kind, word, keys)
        select ${organisationId}, ${kind}, made.word, made.keys
        from json_to_recordset(${JSON.stringify(made)}::json) as made (word text, keys text[])
        on conflict do nothing`.execute(tx)
    }
    const last = rows.at(-1)?.at
    if (!last) return 0
    const settled = new Date(Math.min(last.getTime(), app.clock.now().getTime() - overlap))
    await sql`insert into record_words_collected (organisation_id, kind, collected_until)
      values (${organisationId}, ${kind}, ${settled})
      on conflict (organisation_id, kind) do update set collected_until =
        greatest(record_words_collected.collected_until, excluded.collected_until)`.execute(tx)
    // the rest is as recent
    if (settled < last) return 0
    return rows.length
  })
}
