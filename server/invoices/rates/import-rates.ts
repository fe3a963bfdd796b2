// Agreeing many rates with a law firm from a CSV: all of the file, or none. What is agreed already stays as it is.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { errorsOfRows, type RowProblem } from '../../platform/spreadsheets/headed-csv.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { checkMaySetRates } from './access.ts'
import { ratesImported } from './events.ts'
import { identityOf, type NewRate, rateProblems } from './rate.ts'
import { columnNames, type RateColumn, type RateRow, readRatesFile } from './rates-file.ts'
import { checkFirm, checkMatters } from './set-rates.ts'
import { addRates, listFirmRates, planRates, type StoredRate } from './write-rates.ts'

export interface RatesImport {
  readonly firmId: number
  readonly bytes: Buffer
  /** Whether earlier rates for the same work end the day before. */
  readonly endEarlier: boolean
}

export interface RatesReport {
  /** Rates that are new, and rows that are agreed already. */
  readonly added: number
  readonly unchanged: number
  /** Earlier rates that end. */
  readonly ended: number
  readonly problems: readonly RowProblem[]
}

interface Checked {
  readonly report: RatesReport
  readonly rates: readonly NewRate[]
  readonly known: readonly StoredRate[]
}

/** What the file contains and everything that prevents importing it; nothing is written. */
export async function reportOnRates(app: App, actor: Actor, asked: RatesImport): Promise<RatesReport> {
  checkMaySetRates(actor)
  await checkFirm(app.db, actor.organisationId, asked.firmId)
  const rows = await readRatesFile(app, { organisationId: actor.organisationId, bytes: asked.bytes })
  return (await checkRows(app.db, actor, asked, rows)).report
}

/** Agrees the rates of the file. Throws bad_request naming `rows[3].Rate`. */
export async function importRates(app: App, actor: Actor, asked: RatesImport): Promise<RatesReport> {
  checkMaySetRates(actor)
  const { organisationId } = actor
  const { firmId, endEarlier } = asked
  await checkFirm(app.db, organisationId, firmId)
  const rows = await readRatesFile(app, { organisationId, bytes: asked.bytes })
  return change(app, actor, async (tx, now) => {
    // first, so that imports of one organisation follow one another
    await checkRoom(tx, 'agreedRates', { organisationId }, rows.length)
    const { report, rates, known } = await checkRows(tx, actor, asked, rows)
    if (report.problems.length > 0) throw badInputs(errorsOfRows(report.problems))
    if (rates.length === 0) return { result: report, events: [] }
    await checkMatters(
      tx,
      actor,
      rates.map(({ matterId }) => matterId),
    )
    const written = { reason: null, proposalId: null, userId: actor.userId, now }
    await addRates({ tx, organisationId, firmId, endEarlier, ...written }, rates, known)
    return { result: report, events: [ratesImported(organisationId, firmId, rates.length)] }
  })
}

async function checkRows(
  db: Reader,
  actor: Actor,
  { firmId, endEarlier }: RatesImport,
  rows: readonly RateRow[],
): Promise<Checked> {
  const matters = await visibleMatters(db, actor, rows)
  const known = await listFirmRates(db, { organisationId: actor.organisationId, firmId })
  const knownByKey = Map.groupBy(known, identityOf)
  const problems: RowProblem[] = []
  const added: { readonly row: number; readonly rate: NewRate }[] = []
  const turn = createYielder()
  let unchanged = 0
  for (const { row, cells } of rows) {
    await turn()
    const rate = rateOf(cells)
    const wrong = problemsOf(rate, cells, matters)
    problems.push(...wrong.map((problem) => ({ row, ...problem })))
    if (wrong.length > 0) continue
    if (knownByKey.get(identityOf(rate))?.some((one) => isSame(one, rate))) unchanged++
    else added.push({ row, rate })
  }
  const rates = added.map(({ rate }) => rate)
  const plan = planRates(known, rates, endEarlier)
  for (const [index, message] of Object.entries(plan.problems)) {
    problems.push({ row: added[Number(index)]?.row ?? 0, column: null, message })
  }
  const report = { added: added.length, unchanged, ended: plan.ended.length, problems }
  return { report, rates, known }
}

const orNull = (text: string) => (text === '' ? null : text)

const rateOf = (cells: RateRow['cells']): NewRate => ({
  matterId: cells.matterId === '' ? null : Number(cells.matterId),
  timekeeperNumber: orNull(cells.timekeeperNumber),
  timekeeper: orNull(cells.timekeeper),
  timekeeperClass: orNull(cells.timekeeperClass),
  currency: cells.currency.toUpperCase(),
  rate: cells.rate,
  from: cells.from,
  to: orNull(cells.to),
})

const columnOf = bareObject<RateColumn>({
  rate: 'rate',
  currency: 'currency',
  'timekeeper.number': 'timekeeperNumber',
  'timekeeper.name': 'timekeeper',
  timekeeperClass: 'timekeeperClass',
  from: 'from',
  to: 'to',
})

function problemsOf(rate: NewRate, cells: RateRow['cells'], matters: ReadonlySet<number>) {
  const problems = Object.entries(rateProblems(rate)).map(([name, message]) => ({
    column: columnNames[columnOf[name] ?? 'rate'],
    message,
  }))
  if (cells.matterId !== '' && !matters.has(Number(cells.matterId))) {
    problems.push({
      column: columnNames.matterId,
      message: 'must be the id of a matter that you see, or empty.',
    })
  }
  return problems
}

const isSame = (one: NewRate, other: NewRate) =>
  compareDecimals(one.rate, other.rate) === 0 && one.from === other.from && one.to === other.to

/** Those matters of the rows that the actor sees and their organisation owns. */
async function visibleMatters(
  db: Reader,
  actor: Actor,
  rows: readonly RateRow[],
): Promise<ReadonlySet<number>> {
  const named = rows.map(({ cells }) => cells.matterId).filter((id) => /^[1-9]\d{0,8}$/.test(id))
  const ids = [...new Set(named.map(Number))]
  if (ids.length === 0) return new Set()
  const found = await mattersVisibleTo(db, actor)
    .where('matters.organisation_id', '=', actor.organisationId)
    .where('matters.id', 'in', ids)
    .select('matters.id')
    .execute()
  return new Set(found.map(({ id }) => id))
}
