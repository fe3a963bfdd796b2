// Giving a new record its number by the pattern of its organisation, or the one that it brings.
import { sql } from 'kysely'
import { badInput } from '../../platform/errors.ts'
import { type Reader, type Tx, violates } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import { kinds, type RecordKindName } from '../kinds.ts'
import {
  type NumberPattern,
  numberText,
  patternFor,
  seriesExpression,
  seriesOf,
  yearOf,
} from './number-pattern.ts'

interface Numbered {
  readonly organisationId: number
  readonly kind: RecordKindName
  readonly typeId: number
  /** One that it had elsewhere. */
  readonly brought: string | undefined
  readonly now: Date
}

/** The patterns of the organisation, which stay as they are until the transaction ends. */
export async function holdPatterns(tx: Tx, organisationId: number): Promise<readonly NumberPattern[]> {
  const [row] = await lockPatterns.run(tx, { organisationId })
  return row?.patterns ?? []
}

/**
 * The number of a new record: the one it brings, or the next by the pattern for its type; null where the organisation
 * has none. Its series is locked until the transaction ends, so that no two records get one number and a failure leaves
 * no gap. Throws 400 for a brought number that is taken.
 */
export async function takeOwnNumber(
  tx: Tx,
  patterns: readonly NumberPattern[],
  { organisationId, kind, typeId, brought, now }: Numbered,
): Promise<string | null> {
  if (brought !== undefined) {
    await keepBrought(tx, { organisationId, kind, text: brought })
    return brought
  }
  const pattern = patternFor(patterns, { kind, typeId })
  if (!pattern) return null
  const year = await yearOf(tx, organisationId, { pattern, now })
  const number = await takeNext(tx, { organisationId, kind, series: seriesOf(pattern, year) })
  return numberText(pattern, year, number)
}

/** Reports a number that another record got at the same moment. */
export const numberTaken =
  (kind: RecordKindName, path: string) =>
  (error: unknown): unknown =>
    violates(error, `${kinds[kind].many}_own_number`) ? badInput(path, takenBy(kind)) : error

const takenBy = (kind: RecordKindName) => `is the number of another ${kinds[kind].one}.`

// a change of the patterns waits for the records that are being created by them
const lockPatterns = statement<
  { readonly organisationId: number },
  { readonly patterns: readonly NumberPattern[] }
>(
  ({ organisationId }) =>
    sql`select patterns from numbering where organisation_id = ${organisationId} for share`,
)

interface Series {
  readonly organisationId: number
  readonly kind: RecordKindName
  readonly series: string
}

async function takeNext(tx: Tx, { organisationId, kind, series }: Series): Promise<number> {
  const taken = await tx
    .updateTable('number_series')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('series', '=', series)
    .returning('last_number')
    .executeTakeFirst()
  if (taken) return taken.last_number
  const next = (await lastNumber(tx, { organisationId, kind, series })) + 1
  const { last_number } = await tx
    .insertInto('number_series')
    .values({ organisation_id: organisationId, kind, series, last_number: next })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'kind', 'series'])
        .doUpdateSet((eb) => ({ last_number: eb('number_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** The greatest running number of the series: that was given, or that a record has; 0 for none. */
export async function lastNumber(db: Reader, { organisationId, kind, series }: Series): Promise<number> {
  const records = sql.table(kinds[kind].many)
  const { rows } = await sql<{ readonly last: number }>`select greatest(
    (select last_number from number_series
      where organisation_id = ${organisationId} and kind = ${kind} and series = ${series}),
    (select max(substring(lower(r.own_number) from ${seriesExpression(series)})::bigint) from ${records} r
      where r.organisation_id = ${organisationId} and r.own_number is not null), 0) as last`.execute(db)
  return rows[0]?.last ?? 0
}

/** Refuses one that is taken, and lets the series that it belongs to go on after it. */
async function keepBrought(
  tx: Tx,
  { organisationId, kind, text }: Omit<Series, 'series'> & { readonly text: string },
): Promise<void> {
  const records = sql.table(kinds[kind].many)
  const { rows } = await sql`select 1 from ${records} r
    where r.organisation_id = ${organisationId} and lower(r.own_number) = lower(${text}) limit 1`.execute(tx)
  if (rows.length > 0) throw badInput('ownNumber', takenBy(kind))
  const all = await tx
    .selectFrom('number_series')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .select('series')
    // in one order, so that two do not wait for each other
    .orderBy('series')
    .execute()
  for (const { series } of all) {
    const number = new RegExp(seriesExpression(series)).exec(text.toLowerCase())?.[1]
    if (number === undefined) continue
    await tx
      .updateTable('number_series')
      .set({ last_number: sql<number>`greatest(last_number, ${Number(number)})` })
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('series', '=', series)
      .execute()
  }
}
