// Taking inside costs from a CSV: all of the file, or none. What is kept already stays as it is.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { badInputs } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  errorsOfRows,
  type HeadedRow,
  problemsOfRow,
  type RowProblem,
} from '../../platform/spreadsheets/headed-csv.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { short } from '../events.ts'
import { holdInsideCosts, type InsideCostSettings } from './access.ts'
import { insideCostEvent } from './events.ts'
import { areSame, insideCostKinds, monthFrom, type NewInsideCost, valueProblems } from './inside-cost.ts'
import { type InsideCostColumn, insideCostColumns, readInsideCostsFile } from './inside-costs-file.ts'
import { keyOf, type KnownCost, knownCosts, type Places, readPlaces } from './known-costs.ts'
import { type Correction, correctInsideCosts, insertInsideCosts } from './write-inside-costs.ts'

export interface InsideCostsImport {
  readonly bytes: Buffer
  readonly fileName: string
  /** Report what the file contains, and write nothing. */
  readonly checkOnly: boolean
  /** Whether costs that are kept with other values are corrected. */
  readonly correct: boolean
}

export interface InsideCostsReport {
  readonly added: number
  readonly corrected: number
  /** Rows that are kept already. */
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
}

interface Checked {
  readonly report: InsideCostsReport
  readonly costs: readonly NewInsideCost[]
  readonly corrections: readonly Correction[]
}

type Row = HeadedRow<InsideCostColumn>

/** Takes the costs of the file, or only reports on it. Throws bad_request naming `rows[3].Amount`. */
export async function importInsideCosts(
  app: App,
  actor: Actor,
  { bytes, fileName, checkOnly, correct }: InsideCostsImport,
): Promise<InsideCostsReport> {
  const { organisationId, userId } = actor
  const rows = await readInsideCostsFile(app, { organisationId, bytes })
  return change(app, actor, async (tx, now) => {
    const settings = await holdInsideCosts(tx, actor)
    const { report, costs, corrections } = await checkRows(tx, rows, { organisationId, settings, correct })
    if (checkOnly) return { result: report, events: [] }
    if (report.problems.length > 0) throw badInputs(errorsOfRows(report.problems))
    if (costs.length + corrections.length === 0) return { result: report, events: [] }
    await checkRoom(tx, 'insideCosts', { organisationId }, costs.length)
    const { currency } = settings
    const writing = { tx, organisationId, userId, now, currency, source: 'Imported', fileName } as const
    if (costs.length > 0) await insertInsideCosts({ ...writing, reason: null }, costs)
    if (corrections.length > 0) await correctInsideCosts({ ...writing, reason: null }, corrections)
    const facts = { fileName, count: costs.length, corrected: corrections.length }
    const event = insideCostEvent('insideCost.imported', { organisationId, id: null }, facts)
    return { result: report, events: [event] }
  })
}

interface Into {
  readonly organisationId: number
  readonly settings: InsideCostSettings
  readonly correct: boolean
}

type Read = { readonly cost: NewInsideCost; readonly problems: Readonly<Record<string, string>> }

/** A row as a cost, with what is wrong with it by column. */
function readRow({ cells }: Row, { currency, shift }: InsideCostSettings, places: PlaceFinder): Read {
  const problems = bareObject<string>()
  const month = monthFrom(cells.month, shift)
  if (month === undefined) problems['month'] = 'must be a month such as 2026-05, or a day in it.'
  const kind = insideCostKinds.find((each) => each.toLowerCase() === cells.kind.toLowerCase())
  if (kind === undefined) problems['kind'] = `must be one of ${insideCostKinds.join(', ')}.`
  const costCentreId = cells.costCentre === '' ? null : places.costCentre(cells.costCentre)
  if (costCentreId === undefined)
    problems['costCentre'] = 'must be the code or the name of an active cost centre.'
  const departmentId = cells.department === '' ? null : places.department(cells.department)
  if (departmentId === undefined) problems['department'] = 'must be the name of one of your departments.'
  const { amount } = cells
  const values = {
    amount,
    hours: cells.hours === '' ? null : cells.hours,
    note: cells.note === '' ? null : cells.note,
  }
  Object.assign(problems, valueProblems(values, currency))
  const cost = {
    ...values,
    month: month ?? '',
    kind: kind ?? '',
    costCentreId: costCentreId ?? null,
    departmentId: departmentId ?? null,
  }
  return { cost, problems }
}

interface PlaceFinder {
  readonly costCentre: (written: string) => number | undefined
  readonly department: (written: string) => number | undefined
}

/** Finds places as they are written; undefined also for a name that several have. */
function placeFinder({ costCentres, departments }: Places): PlaceFinder {
  const named = (all: readonly { readonly id: number; readonly name: string }[]) =>
    Map.groupBy(all, ({ name }) => name.toLowerCase())
  const only = (found: readonly { readonly id: number }[] | undefined) =>
    found?.length === 1 ? found[0]?.id : undefined
  const codes = new Map(costCentres.map(({ code, id }) => [code, id]))
  const [centres, units] = [named(costCentres), named(departments)]
  return {
    costCentre: (written) => codes.get(written) ?? only(centres.get(written.toLowerCase())),
    department: (written) => only(units.get(written.toLowerCase())),
  }
}

async function checkRows(tx: Tx, rows: readonly Row[], into: Into): Promise<Checked> {
  const { organisationId, settings } = into
  const places = placeFinder(await readPlaces(tx, organisationId))
  const turn = createYielder()
  const read: (Read & { readonly row: number })[] = []
  for (const row of rows) {
    await turn()
    read.push({ row: row.row, ...readRow(row, settings, places) })
  }
  const months = read.flatMap(({ cost }) => (cost.month === '' ? [] : [cost.month]))
  const known = await knownCosts(tx, organisationId, months)
  const problems: RowProblem[] = []
  const costs: NewInsideCost[] = []
  const corrections: Correction[] = []
  const first = new Map<string, number>()
  let unchanged = 0
  for (const { row, cost, problems: wrong } of read) {
    await turn()
    problems.push(...problemsOfRow(insideCostColumns, row, wrong))
    if (Object.keys(wrong).length > 0) continue
    const key = keyOf(cost)
    const earlier = first.get(key)
    first.set(key, earlier ?? row)
    const kept = known.get(key) ?? []
    const found = earlier === undefined ? foundIn(kept, cost, into) : sameAs(earlier)
    if (found === 'new') costs.push(cost)
    else if (found === 'unchanged') unchanged++
    else if ('id' in found) corrections.push({ ...cost, id: found.id })
    else problems.push({ row, column: null, ...found })
  }
  return {
    report: { added: costs.length, corrected: corrections.length, unchanged, problems },
    costs,
    corrections,
  }
}

type Found = 'new' | 'unchanged' | { readonly id: number } | { readonly message: string }

/** What a row is to the costs that are kept for the same month, kind, cost centre and department. */
function foundIn(kept: readonly KnownCost[], cost: NewInsideCost, { settings, correct }: Into): Found {
  const [only, ...others] = kept
  if (only === undefined) return 'new'
  if (others.length > 0) return { message: 'is kept several times: correct those, and leave the row out.' }
  if (only.currency === settings.currency && areSame(only, cost)) return 'unchanged'
  if (correct) return { id: only.id }
  return {
    message: `is kept as ${short(only.amount)} ${only.currency}: leave the row out, or choose to correct costs that are kept.`,
  }
}

const sameAs = (row: number): Found => ({
  message: `is for the same month, kind, cost centre and department as row ${row}.`,
})
