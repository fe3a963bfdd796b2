// The problems that a check has found: kept by row, read by what they have in common.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { ImportKey } from '../import.ts'
import type { Problem } from './row.ts'

interface OfRow {
  readonly number: number
  readonly problem: Problem
  /** Whether the row can be made all the same. */
  readonly warning?: boolean
}

const mostOfRow = 50
const longestFound = 300
const longestProblem = 1_000
const perStatement = 500

/** Adds problems of rows to those that are kept. */
export async function writeProblems(tx: Tx, key: ImportKey, problems: readonly OfRow[]): Promise<void> {
  const byRow = Map.groupBy(problems, ({ number }) => number)
  const rows = [...byRow].flatMap(([number, each]) =>
    each.slice(0, mostOfRow).map(({ problem, warning = false }) => ({
      number,
      warning,
      column_number: problem.column,
      property: problem.property,
      found: problem.found.slice(0, longestFound).toWellFormed(),
      problem: problem.problem.slice(0, longestProblem).toWellFormed(),
      suggestions: problem.suggestions.slice(0, 20),
    })),
  )
  for (let at = 0; at < rows.length; at += perStatement) {
    const some = JSON.stringify(rows.slice(at, at + perStatement))
    await sql`insert into import_problems
        (organisation_id, import_id, number, position, column_number, property, found, problem, suggestions, warning)
      select ${key.organisationId}, ${key.id}, p.number,
        coalesce((select max(k.position) from import_problems k where k.organisation_id = ${key.organisationId}
          and k.import_id = ${key.id} and k.number = p.number), 0) + row_number() over (partition by p.number),
        p.column_number, p.property, p.found, p.problem, p.suggestions, p.warning
      from jsonb_to_recordset(${some}::jsonb)
        as p (number int, column_number int, property text, found text, problem text, suggestions jsonb,
          warning boolean)`.execute(tx)
  }
}

/** Problems that are the same, with the rows that have them. */
export interface ProblemGroup {
  readonly property: string | null
  readonly column: number | null
  readonly found: string
  readonly problem: string
  readonly suggestions: readonly string[]
  /** Whether the rows can be made all the same. */
  readonly warning: boolean
  readonly count: number
  /** The first of the rows. */
  readonly rows: readonly number[]
}

/** The problems of an import, each once: what cannot be made first, and then those of most rows. */
export async function listProblems(
  db: Reader,
  { organisationId, id }: ImportKey,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly ProblemGroup[]> {
  const { rows } =
    await sql<ProblemGroup>`select property, column_number as column, found, problem, suggestions, warning,
      count(*)::int as count, (array_agg(number order by number))[1:10] as rows
    from import_problems where organisation_id = ${organisationId} and import_id = ${id}
    group by property, column_number, found, problem, suggestions, warning
    order by warning, count(*) desc, min(number), problem limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/**
 * Adds a problem to each row that belongs to one with a problem, and is therefore left out with it; returns how many
 * rows cannot be made, and how many others are left out together with those that have warnings.
 */
export async function settleProblems(
  tx: Tx,
  { organisationId, id }: ImportKey,
  parent: { readonly property: string; readonly label: string } | undefined,
): Promise<{ readonly wrong: number; readonly warned: number }> {
  const rowsWith = (warning: boolean) => sql`
    select number from import_problems
      where organisation_id = ${organisationId} and import_id = ${id} and warning = ${warning}
    union
    select r.number from import_rows r join left_out on r.parent_number = left_out.number
      where r.organisation_id = ${organisationId} and r.import_id = ${id}`
  if (parent) {
    await sql`with recursive left_out (number) as (${rowsWith(false)})
      insert into import_problems
        (organisation_id, import_id, number, position, column_number, property, found, problem, suggestions)
      select ${organisationId}, ${id}, l.number, ${mostOfRow + 1}, null, ${parent.property}, '',
        ${`${parent.label} is a row that has a problem itself.`}, '[]'
      from left_out l where not exists (select from import_problems p where p.organisation_id = ${organisationId}
        and p.import_id = ${id} and p.number = l.number and not p.warning)`.execute(tx)
  }
  const { rows } = await sql<{ wrong: number; warned: number }>`
    with recursive left_out (number) as (${rowsWith(true)}),
      wrong as (select distinct number from import_problems
        where organisation_id = ${organisationId} and import_id = ${id} and not warning)
    select (select count(*) from wrong)::int as wrong,
      (select count(*) from left_out where number not in (select number from wrong))::int as warned`.execute(
    tx,
  )
  return rows[0] ?? { wrong: 0, warned: 0 }
}
