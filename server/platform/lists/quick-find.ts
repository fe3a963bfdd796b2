// Quick find: records by a few letters of their name or external id, as typed by a user. Contains nothing specific to a
// kind of record: the callers provide the rows.
//
// Ranking: exact match (also of an id or number) · prefix · whole words · beginnings of words · parts of words · with
// typing mistakes, fewest first; then the most recent first. Every step reads an index, and a limited number of rows,
// whatever the size of the organisation: of very frequent words the latest rows are found, and some of the others.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../postgres/database.ts'
import { preparedChoice } from '../postgres/prepared.ts'
import { mistakesFrom } from './similar-words.ts'
import { beginsWith, every, holds, holdsWord, lastRank, prefix, rankOf, text } from './typed-words-sql.ts'

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

/** A condition over the rows of `indexed`: `text` and `name` are expressions that indexes have. */
type Condition = (row: {
  readonly text: RawBuilder<string>
  readonly name: RawBuilder<string>
}) => RawBuilder<SqlBool>

export interface QuickFind {
  /** From `termFrom`. */
  readonly term: string
  readonly take: number
  /** The rows the user is a member of. */
  readonly own: Source
  /** The latest rows that they can see, each source not more than `latest`, in total or to the reader. */
  readonly recent: readonly Source[]
  /** Whether words are looked for in more of these than the indexes have. */
  readonly recentHasMore: boolean
  /** The ids of some rows that meet the condition, visible to the caller or not; found by its index. */
  readonly idsOf: (condition: Condition, most: number) => RawBuilder<number>
  /** Those of the rows with these ids that they can see. */
  readonly among: (ids: RawBuilder<number>) => Source
  /** Whether they see rows that they are not a member of: `recent` may not be all that they see. */
  readonly seesOthers: boolean
  /** Whether the term is the row's id, number or external id; over the rows of `indexed`. */
  readonly known: RawBuilder<SqlBool>
  /** For each word, the words that occur in the user's organisations and that it may be a misspelling of. */
  readonly similar: (words: readonly string[]) => Promise<readonly (readonly string[])[]>
}

export interface Found {
  readonly organisation_id: number
  readonly id: number
  /** How well it fits, from 0. */
  readonly rank: number
  readonly last_activity_at: Date
}

type Candidate = Found

/** One with its name. */
export type Named = Found & { readonly name: string }

/** How many of the latest rows are searched for words. */
export const latest = 1_000
// how many found through an index are ranked; how many are compared
const brought = 1_000
const compared = 200

/** The matching rows, best first. An empty term finds the user's own latest rows. */
export async function quickFind(db: Reader, search: QuickFind): Promise<readonly Found[]> {
  const { term, take, own, recent, known } = search
  const words = wordsOf(term)
  const step = (...parts: readonly Part[]) => matching(db, parts, { words, limit: limitFor(take) })
  const indexed = indexedIn(search)
  if (words.length === 0) return best(await step({ source: own }), take)
  const name = words.join(' ')
  // from the cheapest to the most expensive, until nothing can rank above what is there
  const found = await step(
    ...recent.map((source) => ({ source, condition: sql<SqlBool>`(found.known or ${holds(words, text)})` })),
    { source: indexed(() => known, brought) },
    { source: indexed((row) => sql`${row.name} = lower(${name}) collate "C"`, compared) },
  )
  const isFull = (rank: number) => best(found, take).filter((each) => each.rank <= rank).length === take
  if (!isFull(prefix)) {
    found.push(...(await step({ source: indexed((row) => beginsWith(words, row.name), brought) })))
  }
  if (!isFull(lastRank)) {
    found.push(...(await step({ source: indexed((row) => holds(words, row.text), brought) })))
  }
  if (!isFull(lastRank)) found.push(...(await meantAmong(db, recent, words)))
  // with one mistake: with none all have been found
  if (!isFull(lastRank + 1)) found.push(...(await misspelt(db, search, words)))
  return best(found, take)
}

/**
 * The rows that have every word as it was typed, best first: all that fit, unless a word is so frequent that the latest
 * rows and some of the others are looked at. Nothing is found for an empty term.
 */
export async function findAsTyped(db: Reader, search: QuickFind): Promise<readonly Named[]> {
  const { term, take, recent, recentHasMore, known, among, idsOf, seesOthers } = search
  const words = wordsOf(term)
  if (words.length === 0) return []
  const written = (row: Parameters<Condition>[0]) => holds(words, row.text)
  const latestRows = recent.map((source) => ({
    source,
    condition: sql<SqlBool>`(found.known or ${holds(words, text)})`,
  }))
  const identified: Part = { source: among(idsOf(() => known, brought)) }
  const find = (...parts: readonly Part[]) =>
    matching<Named>(db, parts, { words, limit: take, more: sql`, found.name` })
  if (!seesOthers) {
    return best(await find(...latestRows, identified, { source: among(idsOf(written, brought)) }), take)
  }
  const { rows } = await idsOf(written, brought).execute(db)
  const ids = (rows as unknown as readonly { readonly id: number }[]).map(({ id }) => id)
  const fitting: Part = { source: among(sql<number>`select unnest(${ids}::bigint[])`) }
  const isAll = ids.length < brought && !recentHasMore
  return best(await find(identified, fitting, ...(isAll ? [] : latestRows)), take)
}

// few, because each is a text of its own
const limits = [50, 200, 1_000] as const

/** How many rows of each part are read: among them are all that can be among the best `take` of all parts. */
const limitFor = (take: number) => limits.find((limit) => limit >= take) ?? take

const indexedIn =
  ({ among, idsOf }: QuickFind) =>
  (condition: Condition, most: number) =>
    among(idsOf(condition, most))

/** The term as typed, trimmed. */
export const termFrom = (typed: string): string => typed.trim()

const wordsOf = (term: string): readonly string[] =>
  term
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10)

/** The rows of the sources that match despite typing mistakes. Words are compared here, where each is compared once. */
async function meantAmong(
  db: Reader,
  sources: readonly Source[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const parts = sources.map(
    (source) =>
      // a number is read from an answer in a tenth of the time of a date
      sql`(select found.organisation_id, found.id, ${text} as text,
        (extract(epoch from found.last_activity_at) * 1000)::float8 as active_at from (${source}) as found)`,
  )
  const { rows } = await sql<Pick<Candidate, 'organisation_id' | 'id'> & Written>`
    ${sql.join(parts, sql` union all `)}`
    .withPlugin(preparedChoice)
    .execute(db)
  const mistakes = mistakesFrom(words)
  return rows.flatMap(({ organisation_id, id, text: written, active_at: activeAt }) => {
    const few = mistakes(written)
    if (few === undefined) return []
    return [{ organisation_id, id, last_activity_at: new Date(activeAt), rank: lastRank + few }]
  })
}

interface Written {
  readonly text: string
  /** In milliseconds. */
  readonly active_at: number
}

/** The rows in which each word occurs, or one that it may be a misspelling of. */
async function misspelt(
  db: Reader,
  search: QuickFind,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const meant = await search.similar(words)
  if (meant.every((each) => each.length === 0)) return []
  const condition: Condition = (row) =>
    every(
      words.map((word, place) => {
        const ways = [word, ...(meant[place] ?? [])].map((each) => holdsWord(each, row.text))
        return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
      }),
    )
  return meantAmong(db, [indexedIn(search)(condition, brought)], words)
}

interface Part {
  readonly source: Source
  readonly condition?: RawBuilder<SqlBool>
}

interface Matching {
  readonly words: readonly string[]
  readonly limit: number
  /** Further columns. */
  readonly more?: RawBuilder<unknown>
}

/** The best rows of each part, with their ranks; in one statement. */
async function matching<Row extends Candidate>(
  db: Reader,
  parts: readonly Part[],
  { words, limit, more = sql`` }: Matching,
): Promise<Row[]> {
  const each = parts.map(
    ({ source, condition = sql<SqlBool>`true` }) => sql`
    (select found.organisation_id, found.id, found.last_activity_at, ${rankOf(words)} as rank${more}
    from (${source}) as found where ${condition}
    order by rank, found.last_activity_at desc, found.id desc limit ${sql.lit(limit)})`,
  )
  const { rows } = await sql<Row>`${sql.join(each, sql` union all `)}`.withPlugin(preparedChoice).execute(db)
  return [...rows]
}

/** For sorting: the better rank first, then the latest. */
export const bestFirst = (
  a: Pick<Found, 'rank' | 'last_activity_at' | 'id'>,
  b: Pick<Found, 'rank' | 'last_activity_at' | 'id'>,
): number => a.rank - b.rank || b.last_activity_at.getTime() - a.last_activity_at.getTime() || b.id - a.id

/** Each row once, at its best rank; ordered by rank and then by recency. */
function best<Row extends Candidate>(candidates: readonly Row[], take: number): readonly Row[] {
  const sorted = candidates.toSorted(bestFirst)
  const seen = new Set<string>()
  const isFirst = ({ organisation_id, id }: Row) => {
    const key = `${organisation_id}/${id}`
    const known = seen.size
    return seen.add(key).size > known
  }
  return sorted.filter(isFirst).slice(0, take)
}
