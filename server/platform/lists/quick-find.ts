// Quick find: records by a few letters of their name or external id, as typed by a user. Contains nothing specific to a
// kind of record: the callers provide the rows.
//
// Ranking: exact match (also of an id or number) · prefix · whole words · beginnings of words · parts of words · with
// typing mistakes, fewest first; then the most recent first. Every step reads an index, and a limited number of rows, whatever
// the size of the organisation: of very frequent words the latest rows are found, and some of the others.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../postgres/database.ts'
import { preparedChoice } from '../postgres/prepared.ts'
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

/** A condition over the rows of `indexed`: `text` and `name` are expressions that indexes have. */
export type Condition = (row: {
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
  /** Some of the rows that they can see and that meet the condition, found by its index. */
  readonly indexed: (condition: Condition, most: number) => Source
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

/** How many of the latest rows are searched for words. */
export const latest = 1_000
// how many found through an index are ranked; how many are compared
const brought = 1_000
const compared = 200

/** The matching rows, best first. An empty term finds the user's own latest rows. */
export async function quickFind(db: Reader, search: QuickFind): Promise<readonly Found[]> {
  const { term, take, own, recent, indexed, known } = search
  const words = wordsOf(term)
  const step = (...parts: readonly Part[]) => matching(db, parts, { words, limit: Math.max(take, compared) })
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
  if (!isFull(lastRank)) found.push(...(await misspelt(db, search, words)))
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

/** In ranges as well, so that the index of names is read whether the words are known when the statement is planned or not. */
function beginsWith(words: readonly string[], name: RawBuilder<string>): RawBuilder<SqlBool> {
  const typed = words.join(' ')
  const start = sql`lower(${typed}) collate "C"`
  return sql<SqlBool>`(${name} >= ${start} and ${name} < ${start} || chr(1114111)
    and ${name} like lower(${`${likeLiteral(typed)}%`}))`
}

/**
 * Each word occurs somewhere; words of one or two letters only at the start of a word, because the index has no shorter
 * parts.
 */
function holds(words: readonly string[], row: RawBuilder<string>): RawBuilder<SqlBool> {
  const isShort = (word: string) => /^\p{L}{1,2}$/u.test(word)
  const rest = words.every(isShort) ? [] : words.filter(isShort)
  // there are too many rows for a few letters: an index does better without them
  const checked = rest.map((word) => sql<SqlBool>`${holdsWord(word, row)} is true`)
  return every([
    ...words.filter((word) => !rest.includes(word)).map((word) => holdsWord(word, row)),
    ...checked,
  ])
}

function holdsWord(word: string, row: RawBuilder<string>): RawBuilder<SqlBool> {
  const part = likeLiteral(word)
  return word.length > 2
    ? sql<SqlBool>`${row} like lower(${`%${part}%`})`
    : sql<SqlBool>`(${row} like lower(${`${part}%`}) or ${row} like lower(${`% ${part}%`}))`
}

/** The rows of the sources that match despite typing mistakes. Words are compared here, where each is compared once. */
async function meantAmong(
  db: Reader,
  sources: readonly Source[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const parts = sources.map(
    (source) =>
      sql`(select found.organisation_id, found.id, found.last_activity_at, ${text} as text from (${source}) as found)`,
  )
  const { rows } = await sql<Omit<Candidate, 'rank'> & { readonly text: string }>`
    ${sql.join(parts, sql` union all `)}`
    .withPlugin(preparedChoice)
    .execute(db)
  const mistakes = mistakesFrom(words)
  return rows.flatMap(({ text: written, ...row }) => {
    const few = mistakes(written)
    return few === undefined ? [] : [{ ...row, rank: lastRank + few }]
  })
}

/** The rows in which each word occurs, or one that it may be a misspelling of. */
async function misspelt(
  db: Reader,
  { indexed, similar }: QuickFind,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const meant = await similar(words)
  if (meant.every((each) => each.length === 0)) return []
  const condition: Condition = (row) =>
    every(
      words.map((word, place) => {
        const ways = [word, ...(meant[place] ?? [])].map((each) => holdsWord(each, row.text))
        return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
      }),
    )
  return meantAmong(db, [indexed(condition, brought)], words)
}

interface Part {
  readonly source: Source
  readonly condition?: RawBuilder<SqlBool>
}

/** The best rows of each part, with their ranks; in one statement. */
async function matching(
  db: Reader,
  parts: readonly Part[],
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<Candidate[]> {
  const each = parts.map(
    ({ source, condition = sql<SqlBool>`true` }) => sql`
    (select found.organisation_id, found.id, found.last_activity_at, ${rankOf(words)} as rank
    from (${source}) as found where ${condition}
    order by rank, found.last_activity_at desc, found.id desc limit ${sql.lit(limit)})`,
  )
  const { rows } = await sql<Candidate>`${sql.join(each, sql` union all `)}`
    .withPlugin(preparedChoice)
    .execute(db)
  return [...rows]
}

const prefix = 1
// with typing mistakes
const lastRank = 5

function rankOf(words: readonly string[]): RawBuilder<number> {
  if (words.length === 0) return sql`0`
  const asWords = (end: RawBuilder<string>) =>
    every(words.map((word) => sql<SqlBool>`${text} ~ ('\\m' || lower(${plain(word)}) || ${end})`))
  const spaced = sql`' ' || ${text} || ' '`
  // the usual case of what follows it, and cheaper
  const apart = words.every((word) => /^[\p{L}\p{N}]+$/u.test(word))
    ? sql`when ${every(words.map((word) => sql<SqlBool>`${spaced} like lower(${`% ${word} %`})`))} then 2`
    : sql``
  return sql<number>`case
    when found.known or ${lowerName} = lower(${words.join(' ')}) collate "C" then 0
    when ${beginsWith(words, lowerName)} then ${sql.lit(prefix)}
    ${apart}
    when ${asWords(sql`'\\M'`)} then 2
    when ${asWords(sql`''`)} then 3
    else 4 end`
}

// in a regular expression, a backslash before a non-alphanumeric character makes it literal
const plain = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** For sorting: the better rank first, then the latest. */
export const bestFirst = (
  a: Pick<Found, 'rank' | 'last_activity_at' | 'id'>,
  b: Pick<Found, 'rank' | 'last_activity_at' | 'id'>,
): number => a.rank - b.rank || b.last_activity_at.getTime() - a.last_activity_at.getTime() || b.id - a.id

/** Each row once, at its best rank; ordered by rank and then by recency. */
function best(candidates: readonly Candidate[], take: number): readonly Candidate[] {
  const sorted = candidates.toSorted(bestFirst)
  const seen = new Set<string>()
  const isFirst = ({ organisation_id, id }: Candidate) => {
    const key = `${organisation_id}/${id}`
    const known = seen.size
    return seen.add(key).size > known
  }
  return sorted.filter(isFirst).slice(0, take)
}
