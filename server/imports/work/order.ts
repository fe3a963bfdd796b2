// In which order the rows of a table are made: what others belong to comes first, wherever it stands. What can never
// be made is found here: keys that two rows have, rows that belong to themselves, and to what is nowhere.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import type { ImportKind, ParentKey, RowKeys } from '../import-kind.ts'
import { type Held, note } from './lease.ts'
import { writeProblems } from './problems.ts'
import { type Plan, type Problem, Row, WrongRow } from './row.ts'

interface Keyed {
  readonly number: number
  readonly own: string | undefined
  /** What it is called. */
  readonly name: string | undefined
  /** What `own` of the row is that it belongs to. */
  readonly parent: string | undefined
  readonly parentKey: Omit<ParentKey, 'called'> | undefined
  /** Its texts of what no two rows may have the same of. */
  readonly once: readonly (string | undefined)[]
  /** Notes a problem with one of the two, as that of the row. */
  readonly problem: (property: string, reason: string) => Problem
}

const batch = 1_000

/** Writes the place of each row, and the problems that follow from the table as a whole. */
export async function orderRows(app: App, held: Held, kind: ImportKind, plan: Plan): Promise<void> {
  const rows = await readKeys(app, held, kind, plan)
  const table = { keys: kind.keys, byName: Map.groupBy(rows, ({ name }) => name) }
  const { order, parents, problems } = placesOf(rows, table)
  const lost = await lostRows(app, held, rows, table)
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
      const parentsOf = numbers.map((number) => parents.get(number) ?? null)
      await sql`update import_rows r set place = p.place, parent_number = p.parent
        from unnest(${numbers}::int[], ${places}::int[], ${parentsOf}::int[]) as p (number, place, parent)
        where r.organisation_id = ${held.organisationId} and r.import_id = ${held.id} and r.number = p.number`.execute(
        tx,
      )
    }
    await writeProblems(tx, held, [...problems, ...repeatsOf(rows, kind), ...lost])
  })
}

async function readKeys(
  app: App,
  held: Held,
  { keys, once = [] }: ImportKind,
  plan: Plan,
): Promise<readonly Keyed[]> {
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
        ...keysIn(row, keys),
        once: once.map((name) => row.text(name)),
        problem: (property, reason) => onlyProblem(row, property, reason),
      })
    }
    await turn()
    const last = rows.at(-1)
    if (!last) return all
    after = last.number
  }
}

function keysIn(row: Row, keys: RowKeys | undefined): Pick<Keyed, 'own' | 'name' | 'parent' | 'parentKey'> {
  if (!keys) return { own: undefined, name: undefined, parent: undefined, parentKey: undefined }
  const within = keys.within === undefined ? undefined : row.text(keys.within)
  const keyOf = (text: string | undefined) =>
    text === undefined || keys.within === undefined ? text : JSON.stringify([within, text])
  const text = keys.parent && row.text(keys.parent.property)
  return {
    own: keyOf(row.text(keys.own)),
    name: keys.name && row.text(keys.name),
    parent: keyOf(text),
    parentKey: text === undefined ? undefined : { text, within },
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

/** How the rows of a table name one another. */
interface Table {
  readonly keys: RowKeys | undefined
  readonly byName: ReadonlyMap<string | undefined, readonly Keyed[]>
}

/** Those that belong to what is neither a row nor here. */
async function lostRows(
  app: App,
  held: Held,
  rows: readonly Keyed[],
  { keys, byName }: Table,
): Promise<readonly RowProblem[]> {
  if (!keys?.parent) return []
  const { property, wanted, lost } = keys.parent
  const own = new Set(rows.map((row) => row.own))
  const elsewhere = rows.flatMap((row) => {
    if (row.parentKey === undefined || own.has(row.parent)) return []
    return [{ row, key: { ...row.parentKey, called: byName.get(row.parent)?.length ?? 0 } }]
  })
  const problems: RowProblem[] = []
  for (let at = 0; at < elsewhere.length; at += batch) {
    const some = elsewhere.slice(at, at + batch)
    const found = await lost(
      app.db,
      held,
      some.map(({ key }) => key),
    )
    problems.push(
      ...some
        .filter((_, index) => found.has(index))
        .map(({ row }) => ({ number: row.number, problem: row.problem(property, `must be ${wanted}.`) })),
    )
  }
  return problems
}

interface Ordered {
  /** The numbers of the rows, in the order in which they are made. */
  readonly order: readonly number[]
  /** The rows that others belong to, by the numbers of these. */
  readonly parents: ReadonlyMap<number, number>
  readonly problems: readonly RowProblem[]
}

/** The order: parents before their children, otherwise as in the table. */
function placesOf(rows: readonly Keyed[], { keys, byName }: Table): Ordered {
  const { byKey, problems } = keysOf(rows, keys)
  const order: number[] = []
  const parentOf = ({ parent }: Keyed) =>
    parent === undefined ? undefined : (byKey.get(parent) ?? onlyOf(byName.get(parent)))
  const done = new Set<Keyed>()
  for (const row of rows) {
    const chain = new Set<Keyed>()
    let next: Keyed | undefined = row
    while (next && !done.has(next) && !chain.has(next)) {
      chain.add(next)
      next = parentOf(next)
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
  const parents = rows.flatMap((row): [number, number][] => {
    const parent = parentOf(row)
    return parent ? [[row.number, parent.number]] : []
  })
  return { order, parents: new Map(parents), problems }
}

const onlyOf = (rows: readonly Keyed[] = []) => (rows.length === 1 ? rows[0] : undefined)

/** The rows that have the same as one before of what no two may. */
function repeatsOf(rows: readonly Keyed[], { once = [] }: Pick<ImportKind, 'once'>): readonly RowProblem[] {
  return once.flatMap((property, at) => {
    const first = new Map<string, number>()
    return rows.flatMap(({ number, once: texts, problem }): RowProblem[] => {
      const text = texts[at]
      if (text === undefined) return []
      const before = first.get(text)
      if (before === undefined) first.set(text, number)
      return before === undefined ? [] : [{ number, problem: problem(property, sameAs(before)) }]
    })
  })
}

const sameAs = (row: number) => `must be given once; row ${row} has the same.`

/** The rows by what others name them by, and those that have the same as one before where that is wrong. */
function keysOf(rows: readonly Keyed[], keys: RowKeys | undefined) {
  const problems: RowProblem[] = []
  const byKey = new Map<string, Keyed>()
  const repeated = new Set<string>()
  for (const row of rows) {
    const first = row.own === undefined ? undefined : byKey.get(row.own)
    if (row.own !== undefined && !first) byKey.set(row.own, row)
    if (!first || row.own === undefined || !keys) continue
    repeated.add(row.own)
    if (keys.within !== undefined) continue
    problems.push({ number: row.number, problem: row.problem(keys.own, sameAs(first.number)) })
  }
  const { within, parent } = keys ?? {}
  if (within === undefined || !parent) return { byKey, problems }
  for (const row of rows) {
    if (row.parent === undefined || !repeated.has(row.parent)) continue
    const reason = 'must be what one row only is called.'
    problems.push({ number: row.number, problem: row.problem(parent.property, reason) })
  }
  return { byKey, problems }
}
