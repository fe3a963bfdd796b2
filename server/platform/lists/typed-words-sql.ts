// SQL that compares a row with typed words: whether it has them, and how well it fits. The expressions are those of the
// indexes, which must stay the same.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { likeLiteral } from './list-query.ts'

/** The text of a row: the expression of the indexes …_by_words. */
export const text = sql<string>`lower(found.name || ' ' || coalesce(found.external_id, ''))`
const lowerName = sql<string>`lower(found.name) collate "C"`

/** SQL: all of them hold. */
export const every = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/**
 * In ranges as well, so that the index of names is read whether the words are known when the statement is planned or
 * not.
 */
export function beginsWith(words: readonly string[], name: RawBuilder<string>): RawBuilder<SqlBool> {
  const typed = words.join(' ')
  const start = sql`lower(${typed}) collate "C"`
  return sql<SqlBool>`(${name} >= ${start} and ${name} < ${start} || chr(1114111)
    and ${name} like lower(${`${likeLiteral(typed)}%`}))`
}

/**
 * Each word occurs somewhere; words of one or two letters only at the start of a word, because the index has no shorter
 * parts.
 */
export function holds(words: readonly string[], row: RawBuilder<string>): RawBuilder<SqlBool> {
  const isShort = (word: string) => /^\p{L}{1,2}$/u.test(word)
  const rest = words.every(isShort) ? [] : words.filter(isShort)
  // there are too many rows for a few letters: an index does better without them
  const checked = rest.map((word) => sql<SqlBool>`${holdsWord(word, row)} is true`)
  return every([
    ...words.filter((word) => !rest.includes(word)).map((word) => holdsWord(word, row)),
    ...checked,
  ])
}

/** SQL: the word occurs in the text of a row. */
export function holdsWord(word: string, row: RawBuilder<string>): RawBuilder<SqlBool> {
  const part = likeLiteral(word)
  return word.length > 2
    ? sql<SqlBool>`${row} like lower(${`%${part}%`})`
    : sql<SqlBool>`(${row} like lower(${`${part}%`}) or ${row} like lower(${`% ${part}%`}))`
}

/** The rank of a beginning of a name. */
export const prefix = 1
/** From here on with typing mistakes. */
export const lastRank = 5

/** SQL: how well a row fits, from 0. */
export function rankOf(words: readonly string[]): RawBuilder<number> {
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
