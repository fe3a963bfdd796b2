// Checking and making rows. A row is made in one transaction, with its outcome and how far the import has come: it is
// made once or not at all, whatever ends the process.
import { sql } from 'kysely'
import { timeZoneOf } from '../../platform/time/time-zone.ts'
import { change, internalTransaction } from '../../platform/events/change.ts'
import type { App } from '../../platform/app.ts'
import { dryRun } from '../../platform/dry-run.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { importEvent } from '../events.ts'
import type { Making } from '../import-kind.ts'
import type { Mapping } from '../mapping.ts'
import type { ReadColumn } from '../reading/columns.ts'
import type { Working } from './carry-on.ts'
import { note } from './lease.ts'
import { createLookups, type Lookups } from './lookups.ts'
import { orderRows } from './order.ts'
import { settleProblems, writeProblems } from './problems.ts'
import { type Plan, planOf, type Problem, Row, type WarningChoice, WrongRow } from './row.ts'

const turnMs = 5_000
const rowsAtOnce = 50

interface TableRow {
  readonly number: number
  readonly place: number
  readonly cells: readonly string[]
  /** What the check found that keeps it from being made. */
  readonly wrong: string | null
}

/** What is read once in a turn. */
interface Turn extends Working {
  readonly plan: Plan
  readonly timeZone: string
  readonly lookups: Lookups
  /** The transaction in which lookups read. */
  readonly reading: { in: Reader }
}

/** Checks the next rows; true if it was the last of them. */
export async function checkSome(app: App, working: Working): Promise<boolean> {
  const turn = await beginTurn(app, working)
  if (working.held.done === 0) await orderRows(app, working.held, working.kind, turn.plan)
  const isOver = await forSome(app, turn, async (rows) => {
    const problems: { number: number; problem: Problem; warning: boolean }[] = []
    for (const row of rows) problems.push(...(await problemsOf(app, turn, row)))
    const last = rows.at(-1)?.place ?? 0
    await internalTransaction(app, async (tx) => {
      await writeProblems(tx, working.held, problems)
      await note(tx, working.held, { done: last, errors: 0 })
    })
    working.held.done = last
  })
  if (!isOver) return false
  const { held, kind } = working
  const { property } = kind.keys?.parent ?? {}
  const parent = (await kind.properties(app.db, working.actor)).find(({ name }) => name === property)
  await internalTransaction(app, async (tx, now) => {
    const figures = await settleProblems(tx, held, parent && { property: parent.name, label: parent.label })
    const ended = { state: 'Checked', leased_until: null, updated_at: now }
    await note(tx, held, { ...ended, ...figures, errors: 0, failure: null, done: 0 })
  })
  return true
}

/** Makes the next rows; true if it was the last of them. */
export async function makeSome(app: App, working: Working): Promise<boolean> {
  const turn = await beginTurn(app, working)
  const isOver = await forSome(app, turn, async (rows) => {
    for (const row of rows) {
      if (app.stopping()) return
      await makeRow(app, turn, row)
    }
  })
  if (!isOver) return false
  await finish(app, working)
  return true
}

async function beginTurn(app: App, working: Working): Promise<Turn> {
  const { held, kind, actor } = working
  const reading = { in: app.db }
  const [properties, timeZone] = await Promise.all([
    kind.properties(app.db, actor),
    timeZoneOf(app.db, held.organisationId),
  ])
  const columns = held.row.columns as unknown as readonly ReadColumn[]
  const plan = planOf(held.row.mapping as unknown as Mapping, columns, properties)
  const lookups = createLookups(() => reading.in, { organisationId: held.organisationId, importId: held.id })
  return { ...working, plan, timeZone, lookups, reading }
}

/** Works on rows, some at a time, for as long as a turn lasts; true if none is left. */
async function forSome(
  app: App,
  turn: Turn,
  work: (rows: readonly TableRow[]) => Promise<void>,
): Promise<boolean> {
  // real time: how long this turn has taken
  const begun = performance.now()
  while (performance.now() - begun < turnMs && !app.stopping()) {
    const rows = await nextRows(app, turn)
    if (rows.length === 0) return true
    await work(rows)
  }
  return false
}

async function nextRows(app: App, { held }: Turn): Promise<readonly TableRow[]> {
  const rows = await app.db
    .selectFrom('import_rows')
    .where('organisation_id', '=', held.organisationId)
    .where('import_id', '=', held.id)
    .where('place', '>', held.done)
    .orderBy('place')
    .limit(rowsAtOnce)
    .select(['number', 'place', 'cells'])
    .select((eb) =>
      eb
        .selectFrom('import_problems as p')
        .whereRef('p.organisation_id', '=', 'import_rows.organisation_id')
        .whereRef('p.import_id', '=', 'import_rows.import_id')
        .whereRef('p.number', '=', 'import_rows.number')
        .where('p.warning', '=', false)
        .select(sql<string | null>`string_agg(p.problem, ' ' order by p.position)`.as('problems'))
        .as('wrong'),
    )
    .execute()
  return rows.map((row) => ({ ...row, cells: row.cells as string[] }))
}

const makingOf = (
  app: App,
  turn: Turn,
  { tx, now }: Pick<Making, 'tx' | 'now'>,
  isCheck: boolean,
): Making => {
  turn.reading.in = tx
  const { actor, timeZone, lookups } = turn
  const warnings = turn.held.row.warnings as WarningChoice
  return { app, tx, actor, now, timeZone, lookups, warnings, isCheck }
}

async function problemsOf(app: App, turn: Turn, { number, cells }: TableRow) {
  let row = new Row(cells, turn.plan)
  const found = (problems: readonly Problem[]) => [
    ...problems.map((problem) => ({ number, problem, warning: false })),
    ...row.warnings.map((problem) => ({ number, problem, warning: true })),
  ]
  try {
    await dryRun(app, (trial) =>
      change({ ...trial, silent: {} }, turn.actor, async (tx, now) => {
        // again after a conflict in the database
        row = new Row(cells, turn.plan)
        const { events } = await turn.kind.make(makingOf(app, turn, { tx, now }, true), row)
        return { result: undefined, events }
      }),
    )
    return found([])
  } catch (error) {
    const problems = row.problemsOf(error, turn.kind)
    if (!problems) throw error
    return found(problems)
  }
}

async function makeRow(app: App, turn: Turn, { number, place, cells, wrong }: TableRow): Promise<void> {
  const { held, kind, actor } = turn
  const skip = async (because: string) => {
    await skipRow(app, turn, { number, place, because })
    held.skipped++
    held.done = place
  }
  // as many rows are left out as the check has said
  if (wrong !== null) return skip(wrong)
  let row = new Row(cells, turn.plan)
  try {
    await change({ ...app, silent: { import: held.id } }, actor, async (tx, now) => {
      row = new Row(cells, turn.plan)
      const { id, events } = await kind.make(makingOf(app, turn, { tx, now }, false), row)
      if (held.row.warnings === 'SkipRows' && row.warnings.length > 0) throw new WrongRow(row.warnings)
      await tx
        .updateTable('import_rows')
        .set({ outcome: 'Made', made_id: String(id), because: null })
        .where('organisation_id', '=', held.organisationId)
        .where('import_id', '=', held.id)
        .where('number', '=', number)
        .execute()
      await note(tx, held, { done: place, made: held.made + 1, errors: 0 })
      return { result: undefined, events }
    })
    held.made++
    held.done = place
  } catch (error) {
    const problems = row.problemsOf(error, kind)
    if (!problems) throw error
    await skip(problems.map(({ problem }) => problem).join(' '))
  }
}

const skipRow = (
  app: App,
  { held }: Turn,
  { number, place, because }: Pick<TableRow, 'number' | 'place'> & { readonly because: string },
): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await tx
      .updateTable('import_rows')
      .set({ outcome: 'Skipped', because: because.slice(0, 2_000).toWellFormed() })
      .where('organisation_id', '=', held.organisationId)
      .where('import_id', '=', held.id)
      .where('number', '=', number)
      .execute()
    await note(tx, held, { done: place, skipped: held.skipped + 1, errors: 0 })
  })

/** Its files are those of records now, or of nothing. */
async function finish(app: App, { held, actor }: Working): Promise<void> {
  await change(app, actor, async (tx, now) => {
    await note(tx, held, {
      state: 'Done',
      failure: null,
      finished_at: now,
      updated_at: now,
      leased_until: null,
      errors: 0,
    })
    for (const table of ['import_files', 'import_archives', 'import_buckets'] as const) {
      await tx
        .deleteFrom(table)
        .where('organisation_id', '=', held.organisationId)
        .where('import_id', '=', held.id)
        .execute()
    }
    const { made, skipped } = held
    return { result: undefined, events: [importEvent('import.finished', held, { made, skipped })] }
  })
}
