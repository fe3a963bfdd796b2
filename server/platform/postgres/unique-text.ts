// What makes two texts the same where one may exist only once: letters of any case and width, without characters that
// nobody sees, and with any white space between words. The database compares like this in its indexes, and statements
// ask like this for what exists.
import { type RawBuilder, sql, type SqlBool } from 'kysely'

type Ranges = readonly (readonly [from: number, to: number])[]

// format characters (Cf), and what Unicode calls ignorable by default: fillers, selectors of variants, tags
const unseen: Ranges = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

// what compatibility (NFKC) does not make a plain space of
const spaces: Ranges = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0x85, 0x85],
  [0x1680, 0x1680],
  [0x2028, 0x2029],
]

// what Unicode calls a dash, and what looks like one; typing and copying change one into another
const dashes: Ranges = [
  [0x2d, 0x2d],
  [0x2d7, 0x2d7],
  [0x58a, 0x58a],
  [0x5be, 0x5be],
  [0x1400, 0x1400],
  [0x1806, 0x1806],
  [0x2010, 0x2015],
  [0x2043, 0x2043],
  [0x2053, 0x2053],
  [0x2212, 0x2212],
  [0x2796, 0x2796],
  [0x2e17, 0x2e17],
  [0x2e1a, 0x2e1a],
  [0x2e3a, 0x2e3b],
  [0x2e40, 0x2e40],
  [0x2e5d, 0x2e5d],
  [0x301c, 0x301c],
  [0x3030, 0x3030],
  [0x30a0, 0x30a0],
  [0x10d6e, 0x10d6e],
  [0x10ead, 0x10ead],
]

// an entry of an index has a limit; texts that differ only after this count as the same
const longest = 300

const classOf = (ranges: Ranges, spell: (code: number) => string) =>
  `[${ranges.map(([from, to]) => (from === to ? spell(from) : `${spell(from)}-${spell(to)}`)).join('')}]`

const inSql = (code: number) => {
  const digits = code.toString(16)
  return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}
const inScript = (code: number) => `\\u{${code.toString(16)}}`

const unseenInSql = `${classOf(unseen, inSql)}+`
const spacesInSql = `${classOf(spaces, inSql)}+`
// after white space is folded: any number of dashes, also with spaces around them
const dashesOf = (spell: (code: number) => string) =>
  ` ?${classOf(dashes, spell)}${classOf([[0x20, 0x20], ...dashes], spell)}*`
const dashesInSql = dashesOf(inSql)

const visibleText = (text: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(normalize(regexp_replace(${text}, ${sql.lit(unseenInSql)}::text, ''::text, 'g'::text), nfkc),
    ${sql.lit(spacesInSql)}::text, ' '::text, 'g'::text)`

/**
 * What of a text is compared, as the unique indexes of the schema have it: it must stay the same, or they are not used.
 */
export const uniqueText = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`left(lower(btrim(${visibleText(text)})), ${sql.lit(longest)})`

/**
 * The same of a number that somebody outside gave, such as an invoice's, and of who gave it: dashes of any kind and
 * number, with or without spaces around them, are one hyphen.
 */
export const uniqueNumber = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`left(lower(btrim(regexp_replace(${visibleText(text)}, ${sql.lit(dashesInSql)}::text, '-'::text, 'g'::text))), ${sql.lit(longest)})`

/**
 * The same of a column that has one beside it for what was there before: rows that were equal to an older one when the
 * index became stricter keep their text in `<column>_kept`, and are compared without regard to case only.
 */
const uniqueColumn = (column: string): RawBuilder<string> => {
  const own = sql.ref(column)
  return sql<string>`(case when ${sql.ref(`${column}_kept`)} = ${own} then chr(1) || lower(${own}) else ${uniqueText(own)} end)`
}

/** Whether the column of a row has this text, by the unique index of the column. */
export const hasUniqueText = (column: string, text: string) =>
  sql<SqlBool>`${uniqueColumn(column)} in (${uniqueText(sql`${text}::text`)}, chr(1) || lower(${text}::text))`

const unseenInScript = new RegExp(`${classOf(unseen, inScript)}+`, 'gu')
const spacesInScript = new RegExp(`${classOf(spaces, inScript)}+`, 'gu')
const dashesInScript = new RegExp(dashesOf(inScript), 'gu')

const visibleTextOf = (text: string) =>
  text.replace(unseenInScript, '').normalize('NFKC').replace(spacesInScript, ' ')
const compared = (text: string) => Array.from(text.trim().toLowerCase()).slice(0, longest).join('')

/** What is compared of a text that is at hand. */
export const uniqueTextOf = (text: string): string => compared(visibleTextOf(text))

/** What is compared of a number that is at hand. */
export const uniqueNumberOf = (number: string): string =>
  compared(visibleTextOf(number).replace(dashesInScript, '-'))
