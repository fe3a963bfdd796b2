// People to invite, as somebody pastes them or has them in a table: read line by line, each with what is wrong with it.
import { capitalised } from '../../lib/words.ts'

export const roles = ['Standard', 'Contributor', 'InhouseLegal', 'Administrator', 'External'] as const

/** A role, or the id of one of the organisation's own as text. */
export type InvitedRole = string

/** What a role is called: one of the organisation's own, or a standard one as the page says it. */
export interface NamedRole {
  readonly role: InvitedRole
  readonly name: string
}

export interface InvitedRow {
  /** In the text, beginning with 1. */
  readonly line: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Absent where the line says none. */
  readonly role?: InvitedRole
  /** Whether the name was made of the address. */
  readonly guessed: boolean
  readonly problem?: 'noAddress' | 'noName' | 'twice' | 'unknownRole'
  /** The word that names no role. */
  readonly unknownRole?: string
}

/** More are invited by pasting again. */
export const mostRows = 200

const address = /[^\s<>"',;()]+@[^\s<>"',;()@]+\.[^\s<>"',;()@]+/

/**
 * The people of a text: a line for each, such as `Ana Prior <ana@harbour.example>`, `ana@harbour.example`, or cells of
 * a table divided by commas, semicolons or tabs, with or without headings.
 */
export function rowsIn(
  text: string,
  named: readonly NamedRole[] = [],
): { readonly rows: readonly InvitedRow[]; readonly leftOut: number; readonly unread: readonly string[] } {
  const lines = text.split(/\r\n|\n|\r/).map((words, index) => ({ words: words.trim(), line: index + 1 }))
  const filled = lines.filter(({ words }) => words !== '')
  const headings = headingsOf(filled[0]?.words ?? '')
  const people = headings ? filled.slice(1) : filled
  const seen = new Set<string>()
  const rows = people.slice(0, mostRows).map(({ words, line }) => {
    const row = { line, ...personIn(words, { headings, named }) }
    const key = row.email.toLowerCase()
    const isTwice = key !== '' && seen.has(key)
    seen.add(key)
    return isTwice && row.problem === undefined ? { ...row, problem: 'twice' as const } : row
  })
  const unread = headings ? cellsOf(filled[0]?.words ?? '').filter((_, at) => headings[at] === undefined) : []
  return { rows, leftOut: people.length - rows.length, unread: unread.filter((heading) => heading !== '') }
}

type Heading = 'email' | 'firstName' | 'lastName' | 'name' | 'role' | undefined

const headingWords: readonly (readonly [Heading, RegExp])[] = [
  ['email', /^e-?mail( address)?$/i],
  ['firstName', /^(first|given) ?name$/i],
  ['lastName', /^(last|family|sur) ?name$/i],
  ['name', /^(full )?name$/i],
  ['role', /^role$/i],
]

function headingsOf(words: string): readonly Heading[] | undefined {
  if (address.test(words)) return undefined
  const found = cellsOf(words).map((cell) => headingWords.find(([, pattern]) => pattern.test(cell))?.[0])
  return found.includes('email') ? found : undefined
}

// quotes keep a separator within a cell
function cellsOf(words: string): readonly string[] {
  const separator = words.includes('\t') ? '\t' : words.includes(';') ? ';' : ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const letter of words) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}

interface Reading {
  readonly headings: readonly Heading[] | undefined
  readonly named: readonly NamedRole[]
}

function personIn(words: string, { headings, named: called }: Reading): Omit<InvitedRow, 'line'> {
  const email = address.exec(words)?.[0] ?? ''
  const cells = cellsOf(words)
  const under = (heading: Heading) => (headings ? (cells[headings.indexOf(heading)] ?? '') : '')
  const rest = headings ? [] : restOf(cells, email)
  const given = headings ? under('role') : rest.find((cell) => roleOf(cell, called) !== undefined)
  const role = given === undefined || given === '' ? undefined : roleOf(given, called)
  const names = headings ? named(under) : rest.filter((cell) => roleOf(cell, called) === undefined)
  const [firstName = '', lastName = ''] = names.length > 1 ? names : splitName(names[0] ?? '')
  const guess = firstName === '' && lastName === '' ? fromAddress(email) : undefined
  const name = guess ?? { firstName, lastName }
  const problem =
    email === ''
      ? 'noAddress'
      : given && role === undefined
        ? 'unknownRole'
        : name.firstName === '' || name.lastName === ''
          ? 'noName'
          : undefined
  return {
    email,
    ...name,
    guessed: guess !== undefined,
    ...(role === undefined ? {} : { role }),
    ...(problem === undefined ? {} : { problem }),
    ...(problem === 'unknownRole' ? { unknownRole: given ?? '' } : {}),
  }
}

const named = (under: (heading: Heading) => string): readonly string[] =>
  under('name') === '' ? [under('firstName'), under('lastName')] : [under('name')]

/** What stands beside the address. */
const restOf = (cells: readonly string[], email: string): readonly string[] =>
  cells
    .map((cell) =>
      cell
        .replace(email, '')
        .replaceAll(/[<>"()]/g, '')
        .trim(),
    )
    .filter((cell) => cell !== '')

// what the page calls a role counts before the word of the wire
const roleOf = (word: string, named: readonly NamedRole[]): InvitedRole | undefined => {
  const found = named.find(({ name }) => name.toLowerCase() === word.trim().toLowerCase())
  if (found) return found.role
  return roles.find((role) => role.toLowerCase() === word.replaceAll(/[\s-]/g, '').toLowerCase())
}

function splitName(name: string): readonly string[] {
  const [last = '', first] = name.split(/\s*,\s*/)
  // "Prior, Ana"
  if (first) return [first, last]
  const words = name.split(/\s+/).filter(Boolean)
  return words.length < 2 ? words : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/** `ana.prior@…` is Ana Prior. */
function fromAddress(email: string) {
  const words = (email.split('@')[0] ?? '').split(/[._]+/).filter((word) => /^\p{L}[\p{L}'-]+$/u.test(word))
  const [firstName = '', lastName = ''] = words.map(capitalised)
  return { firstName, lastName }
}
