// Entering, correcting and removing inside costs: for people with the permission to keep them.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { getInsideCostForUpdate, holdInsideCosts } from './access.ts'
import { insideCostEvent } from './events.ts'
import {
  areSame,
  insideCostKinds,
  type InsideCostValues,
  monthFrom,
  type NewInsideCost,
  valueProblems,
} from './inside-cost.ts'
import { keyOf, knownCosts, type Places, readPlaces } from './known-costs.ts'
import { correctInsideCosts, insertInsideCosts } from './write-inside-costs.ts'

const byHand = { source: 'Entered', fileName: null } as const

function checkValues(values: InsideCostValues, currency: string): void {
  const problems = Object.entries(valueProblems(values, currency))
  if (problems.length > 0) {
    throw badInputs(Object.fromEntries(problems.map(([name, reason]) => [name, [reason]])))
  }
}

function checkPlaces({ costCentreId, departmentId }: NewInsideCost, { costCentres, departments }: Places) {
  if (costCentreId !== null && !costCentres.some(({ id }) => id === costCentreId))
    throw badInput('costCentre', 'must be an active cost centre of your organisation.')
  if (departmentId !== null && !departments.some(({ id }) => id === departmentId))
    throw badInput('department', 'must be a department of your organisation.')
}

/** Enters a cost and returns its id. Throws bad_request for what there is already: it is corrected instead. */
export function enterInsideCost(app: App, actor: Actor, cost: NewInsideCost): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { organisationId, userId } = actor
    const { currency, shift } = await holdInsideCosts(tx, actor)
    const month = monthFrom(cost.month, shift)
    if (month === undefined) throw badInput('month', 'must be a month such as 2026-05, or a day in it.')
    if (!insideCostKinds.some((kind) => kind === cost.kind))
      throw badInput('kind', `must be one of ${insideCostKinds.join(', ')}.`)
    checkValues(cost, currency)
    checkPlaces(cost, await readPlaces(tx, organisationId))
    await checkRoom(tx, 'insideCosts', { organisationId })
    const entered = { ...cost, month }
    if ((await knownCosts(tx, organisationId, [month])).has(keyOf(entered)))
      throw badInput('month', 'has a cost of this kind, cost centre and department. Correct that.')
    const writing = { tx, organisationId, userId, now, currency, reason: null, ...byHand }
    const [id = 0] = await insertInsideCosts(writing, [entered])
    const facts = { month, kind: cost.kind }
    return { result: id, events: [insideCostEvent('insideCost.created', { organisationId, id }, facts)] }
  })
}

/** What a cost should have been, and why. */
export interface InsideCostCorrection extends Partial<InsideCostValues> {
  readonly id: number
  readonly reason: string
}

/** Corrects a cost; the version before stays. Throws bad_request and not_found. */
export function correctInsideCost(
  app: App,
  actor: Actor,
  { id, reason, ...given }: InsideCostCorrection,
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { settings, row } = await getInsideCostForUpdate(tx, actor, id)
    checkVersion?.(row.version)
    const before = { amount: row.amount, hours: row.hours, note: row.note }
    const { amount = row.amount, hours = row.hours, note = row.note } = given
    const after = { amount, hours, note }
    const { currency } = settings
    checkValues(after, currency)
    if (currency === row.currency && areSame(before, after)) return { result: undefined, events: [] }
    const { organisationId, userId } = actor
    await correctInsideCosts({ tx, organisationId, userId, now, currency, reason, ...byHand }, [
      { id, ...after },
    ])
    const facts = { month: row.month, kind: row.kind, reason }
    return {
      result: undefined,
      events: [insideCostEvent('insideCost.updated', { organisationId, id }, facts)],
    }
  })
}

/** Removes a cost with its versions; the history of the organisation keeps that it was there. Throws not_found. */
export function removeInsideCost(
  app: App,
  actor: Actor,
  id: number,
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return change(app, actor, async (tx) => {
    const { row } = await getInsideCostForUpdate(tx, actor, id)
    checkVersion?.(row.version)
    const { organisationId } = actor
    await tx
      .deleteFrom('inside_costs')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const facts = { month: row.month, kind: row.kind }
    return {
      result: undefined,
      events: [insideCostEvent('insideCost.deleted', { organisationId, id }, facts)],
    }
  })
}
