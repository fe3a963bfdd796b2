// Quick find: records by a few letters of their name or external id, as typed by a user. Contains nothing specific to a
// kind of record: the callers provide the rows.
//
// Ranking: exact match (also of an id or number) · prefix · whole words · beginnings of words · parts of words · with
// typing mistakes, fewest first; then the most recent first. Every step reads an index, whatever the size of the
// organisation: for a word so frequent that the latest rows alone fill the result, older rows are searched only by prefix.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../postgres/database.ts'
import { likeLiteral } from './list-query.ts'
import { mistakesFrom } from './similar-words.ts'

/** What a source must select for each row. */
export interface Findable {
  readonly organisation_id: number
  readonly id: number
  readonly name: string
  readonly external_id: string | null
  readonly last_activity_at: Date
  /** Whether the term is the row's id, number or external id; through indexed columns. */
  readonly known: SqlBool
}

type Source = Expression<Findable>

export interface QuickFind {
  /** From `termFrom`. */
  readonly term: string
  readonly take: number
  /** The rows the user is a member of: few enough to be scanned. */
  readonly own: Source
  /** Other rows they can see: each source is one full range of an index on (…, last_activity_at). */
  readonly shared: readonly Source[]
}

export interface Found {
  readonly organisation_id: number
  readonly id: number
}

interface Candidate extends Found {
  readonly rank: number
  readonly last_activity_at: Date
}

// how many of the latest rows are searched for words; how many found through an index are ranked; how many are compared
const latest = 2_000
const brought = 10_000
const compared = 200

/** The matching rows, best first. An empty term finds the user's own latest rows. */
export async function quickFind(
  db: Reader,
  { term, take, own, shared }: QuickFind,
): Promise<readonly Found[]> {
  const words = wordsOf(term)
  const limit = Math.max(take, compared)
  const step = async (sources: readonly Source[], condition: RawBuilder<SqlBool>, most = limit) =>
    (
      await Promise.all(sources.map((source) => matching(db, { source, condition, words, limit: most })))
    ).flat()
  if (words.length === 0) return best(await step([own], sql`true`), take)
  const recent = [own, ...shared.map(latestOf)]
  const meant = (sources: readonly Source[]) => meantAmong(db, sources, words)
  // from the cheapest to the most expensive, until there are enough
  const steps = [
    () => step(recent, sql`(found.known or ${holds(words)})`),
    () =>
      step(
        shared.map((source) => someOf(source, beginsWith(words))),
        sql`true`,
      ),
    () => step(shared, sql`found.known`),
    () =>
      step(
        shared.map((source) => someOf(source, holds(words))),
        sql`true`,
      ),
    () => meant(recent),
    () => meant(shared.map((source) => mostSimilar(source, words))),
  ]
  // the first three may find rows that rank above anything the others find
  const found = (await Promise.all(steps.slice(0, 3).map((look) => look()))).flat()
  for (const look of steps.slice(3)) {
    if (best(found, take).length === take) break
    found.push(...(await look()))
  }
  return best(found, take)
}

/** The term as typed, trimmed. */
export const termFrom = (typed: string): string => typed.trim()

const wordsOf = (term: string): readonly string[] =>
  term
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)

// the expression of the indexes …_by_words
const text = sql<string>`lower(found.name || ' ' || coalesce(found.external_id, ''))`
const lowerName = sql<string>`lower(found.name) collate "C"`

const every = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

const beginsWith = (words: readonly string[]) =>
  sql<SqlBool>`${lowerName} like lower(${`${likeLiteral(words.join(' '))}%`})`

/**
 * Each word occurs somewhere; words of one or two letters only at the start of a word, because the index has no shorter
 * parts.
 */
const holds = (words: readonly string[]) =>
  every(
    words.map((word) => {
      const part = likeLiteral(word)
      return word.length > 2
        ? sql<SqlBool>`${text} like lower(${`%${part}%`})`
        : sql<SqlBool>`(${text} like lower(${`${part}%`}) or ${text} like lower(${`% ${part}%`}))`
    }),
  )

// One wrong letter in a six-letter word leaves a third of its trigrams, counting both words. The setting lasts for the
// statement: the sub-select is evaluated once, before a row is read.
const isSimilar = (words: readonly string[]) =>
  sql<SqlBool>`(select set_config('pg_trgm.word_similarity_threshold', '0.33', true)) is not null
    and lower(${longest(words)}) <% ${text}`

const longest = (words: readonly string[]): string =>
  words.reduce((longer, word) => (word.length > longer.length ? word : longer))

/** The latest rows of a source, whatever their names. */
const latestOf = (source: Source): Source =>
  sql<Findable>`select * from (${source}) as found order by found.last_activity_at desc, found.id desc limit ${latest}`

/** Some rows of a source that meet the condition: very frequent matches are not sorted as a whole. */
const someOf = (source: Source, condition: RawBuilder<SqlBool>): Source =>
  sql<Findable>`select * from (${source}) as found where ${condition} limit ${brought}`

/** The most similar of the rows that an index finds to be similar. */
const mostSimilar = (source: Source, words: readonly string[]): Source =>
  sql<Findable>`select * from (${someOf(source, isSimilar(words))}) as found
    order by word_similarity(lower(${longest(words)}), ${text}) desc, found.last_activity_at desc limit ${latest}`

/** The rows of the sources that match despite typing mistakes. Words are compared here, where each is compared once. */
async function meantAmong(
  db: Reader,
  sources: readonly Source[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const read = async (source: Source) => {
    const { rows } = await sql<Omit<Candidate, 'rank'> & { readonly text: string }>`
      select found.organisation_id, found.id, found.last_activity_at, ${text} as text
      from (${source}) as found order by found.last_activity_at desc, found.id desc limit ${latest}`.execute(
      db,
    )
    return rows
  }
  const mistakes = mistakesFrom(words)
  const rows = (await Promise.all(sources.map(read))).flat()
  return rows.flatMap(({ text: written, ...row }) => {
    const few = mistakes(written)
    return few === undefined ? [] : [{ ...row, rank: lastRank + few }]
  })
}

interface Step {
  readonly source: Source
  readonly condition: RawBuilder<SqlBool>
  readonly words: readonly string[]
  readonly limit: number
}

async function matching(
  db: Reader,
  { source, condition, words, limit }: Step,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select found.organisation_id, found.id, found.last_activity_at, ${rankOf(words)} as rank
    from (${source}) as found where ${condition}
    order by rank, found.last_activity_at desc, found.id desc limit ${limit}`.execute(db)
  return rows
}

// with typing mistakes
const lastRank = 5

function rankOf(words: readonly string[]): RawBuilder<number> {
  if (words.length === 0) return sql`0`
  const asWords = (end: RawBuilder<string>) =>
    every(words.map((word) => sql<SqlBool>`${text} ~ ('\\m' || lower(${plain(word)}) || ${end})`))
  return sql<number>`case
    when found.known or ${lowerName} = lower(${words.join(' ')}) collate "C" then 0
    when ${beginsWith(words)} then 1
    when ${asWords(sql`'\\M'`)} then 2
    when ${asWords(sql`''`)} then 3
    else 4 end`
}

// in a regular expression, a backslash before a non-alphanumeric character makes it literal
const plain = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** Each row once, at its best rank; ordered by rank and then by recency. */
function best(candidates: readonly Candidate[], take: number): readonly Found[] {
  const sorted = candidates.toSorted(
    (a, b) => a.rank - b.rank || b.last_activity_at.getTime() - a.last_activity_at.getTime() || b.id - a.id,
  )
  const seen = new Set<string>()
  const isFirst = ({ organisation_id, id }: Candidate) => {
    const key = `${organisation_id}/${id}`
    const known = seen.size
    return seen.add(key).size > known
  }
  return sorted.filter(isFirst).slice(0, take)
}
