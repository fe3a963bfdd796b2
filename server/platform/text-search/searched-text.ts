// SQL for searching short texts where they are stored. The expression is that of the indexes of migration 0146: it must
// stay the same.
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/**
 * The words of a text, as an index of its table has them: without marks, and divided at signs that the database takes
 * for names.
 */
export const searchedText = (text: RawBuilder<unknown>) =>
  sql`to_tsvector('chancery'::regconfig, translate(regexp_replace(normalize(lower(${text}), nfkd),
    '[\\u0300-\\u036f]+'::text, ''::text, 'g'::text), '/_-.@:'::text, '      '::text))`

/** Whether a text has what a query asks for, in the database's syntax. */
export const hasWords = (words: RawBuilder<unknown>, query: string) =>
  sql<SqlBool>`${words} @@ to_tsquery('chancery'::regconfig, ${query})`

/**
 * Whether an index of words without their positions has those of a query that has no phrases. The database reads
 * `465e50bc` as a number and a word that follow one another, which nothing without positions fits: here they only both
 * have to be there.
 */
export const hasSingleWords = (words: RawBuilder<unknown>, query: string) =>
  sql<SqlBool>`${words} @@ replace(to_tsquery('chancery'::regconfig, ${query})::text, '<->', '&')::tsquery`

/** So many of each type are found and counted, the latest of them. */
export const mostFound = 250
