// In which order the rows of a table are made: what others belong to comes first, wherever it stands. What can never
// be made is found here: keys that two rows have, rows that belong to themselves, and to what is nowhere.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import type { ImportKind } from '../import-kind.ts'
import { type Held, note } from './lease.ts'
import { writeProblems } from './problems.ts'
import { type Plan, type Problem, Row, WrongRow } from './row.ts'

interface Keyed {
  readonly number: number
  readonly own: string | undefined
  readonly parent: string | undefined
  /** Notes a problem with one of the two, as that of the row. */
  readonly problem: (property: string, reason: string) => Problem
}

const batch = 1_000

/** Writes the place of each row, and the problems that follow from the table as a whole. */
export async function orderRows(app: App, held: Held, kind: ImportKind, plan: Plan): Promise<void> {
  const rows = await readKeys(app, held, kind, plan)
  const { order, problems } = placesOf(rows, kind)
  const lost = await lostRows(app, held, rows, kind)
  await internalTransaction(app, async (tx) => {
    await note(tx, held)
    await tx
      .deleteFrom('import_problems')
      .where('organisation_id', '=', held.organisationId)
      .where('import_id', '=', held.id)
      .execute()
    for (let at = 0; at < order.length; at += batch) {
      const numbers = order.slice(at, at + batch)
      const places = numbers.map((_, index) => at + index + 1)
      await sql`update import_rows r set place = p.place
        from unnest(${numbers}::int[], ${places}::int[]) as p (number, place)
        where r.organisation_id = ${held.organisationId} and r.import_id = ${held.id} and r.number = p.number`.execute(
        tx,
      )
    }
    await writeProblems(tx, held, [...problems, ...lost])
  })
}

async function readKeys(app: App, held: Held, { keys }: ImportKind, plan: Plan): Promise<readonly Keyed[]> {
  const turn = createYielder()
  const all: Keyed[] = []
  for (let after = 0; ; ) {
    const rows = await app.db
      .selectFrom('import_rows')
      .where('organisation_id', '=', held.organisationId)
      .where('import_id', '=', held.id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(batch)
      .select(['number', 'cells'])
      .execute()
    for (const { number, cells } of rows) {
      const row = new Row(cells as string[], plan)
      all.push({
        number,
        own: keys && row.text(keys.own),
        parent: keys?.parent && row.text(keys.parent.property),
        problem: (property, reason) => onlyProblem(row, property, reason),
      })
    }
    await turn()
    const last = rows.at(-1)
    if (!last) return all
    after = last.number
  }
}

function onlyProblem(row: Row, property: string, reason: string): Problem {
  try {
    row.wrong(property, reason)
    row.refuse()
  } catch (error) {
    const problem =
      error instanceof WrongRow ? error.problems.find((each) => each.property === property) : undefined
    if (problem) return problem
    throw error
  }
  throw new Error('A noted problem is refused')
}

interface RowProblem {
  readonly number: number
  readonly problem: Problem
}

/** Those that belong to what is neither a row nor here. */
async function lostRows(
  app: App,
  { organisationId }: Held,
  rows: readonly Keyed[],
  { keys }: ImportKind,
): Promise<readonly RowProblem[]> {
  if (!keys?.parent) return []
  const { property, table } = keys.parent
  const own = new Set(rows.map((row) => row.own))
  const elsewhere = rows.filter((row) => row.parent !== undefined && !own.has(row.parent))
  const problems: RowProblem[] = []
  for (let at = 0; at < elsewhere.length; at += batch) {
    const some = elsewhere.slice(at, at + batch)
    const names = [...new Set(some.map(({ parent }) => parent))]
    // not through access.ts: administrators move their whole organisation in
    const { rows: lost } = await sql<{ name: string }>`select w.name from unnest(${names}::text[]) as w (name)
      where not exists (select from ${sql.table(table)} r
        where r.organisation_id = ${organisationId} and r.deleted_at is null and r.external_id = w.name)
      and 1 <> (select count(*) from (select from ${sql.table(table)} r
        where r.organisation_id = ${organisationId} and r.deleted_at is null and r.name = w.name limit 2) as named)`.execute(
      app.db,
    )
    const unknown = new Set(lost.map(({ name }) => name))
    problems.push(
      ...some
        .filter(({ parent }) => parent !== undefined && unknown.has(parent))
        .map((row) => ({ number: row.number, problem: row.problem(property, nowhere) })),
    )
  }
  return problems
}

const nowhere =
  'must be the external id of another row or of one that is here, or the name of one that is here if only one has it.'

interface Ordered {
  /** The numbers of the rows, in the order in which they are made. */
  readonly order: readonly number[]
  readonly problems: readonly RowProblem[]
}

/** The order: parents before their children, otherwise as in the table. */
function placesOf(rows: readonly Keyed[], { keys }: Pick<ImportKind, 'keys'>): Ordered {
  const { byKey, problems } = keysOf(rows, keys?.own)
  const order: number[] = []
  const done = new Set<Keyed>()
  for (const row of rows) {
    const chain = new Set<Keyed>()
    let next: Keyed | undefined = row
    while (next && !done.has(next) && !chain.has(next)) {
      chain.add(next)
      next = next.parent === undefined ? undefined : byKey.get(next.parent)
    }
    if (next && !done.has(next) && keys?.parent)
      problems.push({
        number: next.number,
        problem: next.problem(keys.parent.property, 'must not lead back to the row itself.'),
      })
    for (const each of [...chain].toReversed()) {
      done.add(each)
      order.push(each.number)
    }
  }
  return { order, problems }
}

/** The rows by what others name them by, and those that have the same as one before. */
function keysOf(rows: readonly Keyed[], property: string | undefined) {
  const problems: RowProblem[] = []
  const byKey = new Map<string, Keyed>()
  for (const row of rows) {
    const first = row.own === undefined ? undefined : byKey.get(row.own)
    if (row.own !== undefined && !first) byKey.set(row.own, row)
    if (!first || property === undefined) continue
    const reason = `must be given once; row ${first.number} has the same.`
    problems.push({ number: row.number, problem: row.problem(property, reason) })
  }
  return { byKey, problems }
}
