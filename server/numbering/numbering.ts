// How an organisation numbers its matters and contracts, as its administrators read it and try it.
import { sql } from 'kysely'
import { badInput } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import { kindNames, kinds, type RecordKindName } from '../records/kinds.ts'
import type { GivenPattern } from '../records/numbers/continue-series.ts'
import { type NumberPattern, numberText, seriesOf, yearOf } from '../records/numbers/number-pattern.ts'
import { lastNumber } from '../records/numbers/take-number.ts'

/** A pattern with what comes of it. */
export interface ShownPattern extends NumberPattern {
  readonly typeName: string | null
  /** The running number of the next record. */
  readonly next: number
  /** The numbers of the next three records. */
  readonly numbers: readonly string[]
}

export interface Numbering {
  readonly patterns: readonly NumberPattern[]
  /** Goes up with each change; 0 until the first. */
  readonly version: number
}

/** The kinds that can be numbered so, each with the table of its types. */
export const numberedKinds = kindNames.flatMap((kind) => {
  const { numbered } = recordKinds[kind]
  return numbered ? [{ kind, types: numbered.types }] : []
})

/** The patterns of the organisation: none until it sets some. */
export async function readNumbering(db: Reader, organisationId: number): Promise<Numbering> {
  const row = await db
    .selectFrom('numbering')
    .where('organisation_id', '=', organisationId)
    .select(['patterns', 'version'])
    .executeTakeFirst()
  return row
    ? { patterns: row.patterns as unknown as NumberPattern[], version: row.version }
    : { patterns: [], version: 0 }
}

/** The patterns with their next numbers; those of types that are there no more are left out. */
export async function showPatterns(
  db: Reader,
  { organisationId, now }: { readonly organisationId: number; readonly now: Date },
  patterns: readonly GivenPattern[],
): Promise<readonly ShownPattern[]> {
  const nameOf = await readTypes(db, organisationId)
  const shown: ShownPattern[] = []
  for (const { next: given, ...pattern } of patterns) {
    const typeName = pattern.typeId === null ? null : nameOf(pattern.kind, pattern.typeId)
    if (typeName === undefined) continue
    const year = await yearOf(db, organisationId, { pattern, now })
    const series = { organisationId, kind: pattern.kind, series: seriesOf(pattern, year) }
    const next = given ?? (await lastNumber(db, series)) + 1
    const numbers = [next, next + 1, next + 2].map((number) => numberText(pattern, year, number))
    shown.push({ ...pattern, typeName, next, numbers })
  }
  return shown
}

const mostPatterns = 50
const mostDigits = 9

/** Throws 400 for what could give a number twice, or a number like those that the product gives itself. */
export async function checkPatterns(
  db: Reader,
  { organisationId, now }: { readonly organisationId: number; readonly now: Date },
  patterns: readonly GivenPattern[],
): Promise<void> {
  if (patterns.length > mostPatterns) throw badInput('patterns', `must be ${mostPatterns} at most.`)
  const nameOf = await readTypes(db, organisationId)
  for (const [index, pattern] of patterns.entries()) {
    const { typeId, kind, next } = pattern
    const wrong = (name: string, reason: string) => badInput(`patterns[${index}].${name}`, reason)
    if (typeId !== null && nameOf(kind, typeId) === undefined)
      throw wrong('type', `must be a type of ${kinds[kind].many} that is not deleted.`)
    checkForm(pattern, wrong)
    checkOthers(pattern, patterns.slice(0, index), wrong)
    if (next === undefined) continue
    const year = await yearOf(db, organisationId, { pattern, now })
    const last = await lastNumber(db, { organisationId, kind, series: seriesOf(pattern, year) })
    if (next <= last)
      throw wrong(
        'next',
        `must be at least ${last + 1}: ${numberText(pattern, year, last)} was given already.`,
      )
  }
}

type Wrong = (name: string, reason: string) => Error

function checkForm({ prefix, year, restarts, digits, next }: GivenPattern, wrong: Wrong): void {
  if (!/^([A-Za-z0-9][A-Za-z0-9._/-]{0,19})?$/.test(prefix))
    throw wrong('prefix', 'must be at most 20 letters of A to Z, digits, and . _ / - after the first.')
  if (prefix === '' && year === 'None')
    throw wrong('prefix', 'is missing: a number without a year needs one.')
  if (/\d{4}$/.test(prefix))
    throw wrong('prefix', 'must not end in four digits, which look like a year. Put the year in as such.')
  if (/[._/-]$/.test(prefix))
    throw wrong('prefix', 'must end in a letter or digit; the separator follows it.')
  if (restarts && year === 'None')
    throw wrong('restarts', 'needs a year in the number: without one, numbers would be given twice.')
  if (digits < 1 || digits > mostDigits) throw wrong('digits', `must be from 1 to ${mostDigits}.`)
  if (next !== undefined && (next < 1 || next > 999_999_999))
    throw wrong('next', 'must be from 1 to 999999999.')
}

/** Two patterns that can write one text count together: only of one kind, and only if both begin again at once. */
function checkOthers(pattern: NumberPattern, others: readonly NumberPattern[], wrong: Wrong): void {
  const stem = (each: NumberPattern) =>
    seriesOf({ ...each, restarts: false, year: each.year === 'None' ? 'None' : 'Calendar' }, '')
  for (const other of others) {
    if (other.kind === pattern.kind && other.typeId === pattern.typeId)
      throw wrong('type', 'has a pattern already, further up.')
    if (stem(other) !== stem(pattern)) continue
    if (other.kind !== pattern.kind)
      throw wrong('prefix', `must be another one: ${kinds[other.kind].many} have numbers like these.`)
    if (other.restarts !== pattern.restarts || other.year !== pattern.year)
      throw wrong(
        'prefix',
        'must be another one, or have the same year and begin again as the other pattern with it.',
      )
  }
}

export interface NumberedType {
  readonly kind: RecordKindName
  readonly id: number
  readonly name: string
}

/** The types that can have a pattern of their own, of each kind by their names. */
export async function listNumberedTypes(
  db: Reader,
  organisationId: number,
): Promise<readonly NumberedType[]> {
  const all: NumberedType[] = []
  for (const { kind, types } of numberedKinds) {
    const { rows } = await sql<{ readonly id: number; readonly name: string }>`
      select t.id, t.name from ${sql.table(types)} t
      where t.organisation_id = ${organisationId} and t.deleted_at is null
      order by lower(t.name) collate "C", t.id`.execute(db)
    for (const { id, name } of rows) all.push({ kind, id, name })
  }
  return all
}

/** The names of the types of each kind, by their ids. */
async function readTypes(db: Reader, organisationId: number) {
  const all = await listNumberedTypes(db, organisationId)
  const names = new Map(all.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return (kind: RecordKindName, id: number) => names.get(`${kind} ${id}`)
}
