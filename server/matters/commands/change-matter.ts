// Changing a matter: its details, its state, who owns and manages it.
import type { CheckedValues } from '../../fields/values/check.ts'
import { type Actor, worksInLegal } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { getMatterToChange, lockMatter } from '../access.ts'
import { findUsableCategory } from '../categories.ts'
import { eventsOfChange } from '../events.ts'
import { settleFieldsIn } from '../fields.ts'
import { seenStateOf } from '../lateness.ts'
import type { Matter } from '../matter.ts'
import { findPartIn, type Part } from '../part.ts'
import { isAwaiting, isClosed, type MatterState, nextState } from '../state.ts'
import { checkReferences } from './check-matter.ts'
import { closeScope } from './close-scope.ts'
import { insertMembers } from './insert-members.ts'
import { writeMatter } from './write-matter.ts'

/** What is to change: an absent property stays as it is, null clears. */
export interface MatterChanges {
  readonly name?: string
  readonly categoryId?: number
  readonly ownerId?: string
  /** Without a manager a matter waits in intake. */
  readonly managerId?: string | null
  readonly teamId?: number | null
  readonly restricted?: boolean
  readonly urgent?: boolean
  readonly externalId?: string | null
  readonly parentId?: number | null
  readonly state?: MatterState
  readonly reference?: string | null
  readonly managerReference?: string | null
  readonly purchaseOrderNumber?: string | null
}

/** A matter as it stands inside the transaction, and the state it is seen in. */
export interface Current {
  readonly matter: Matter & MayChange
  readonly seen: MatterState
}

type Decide = (current: Current) => MatterChanges

/**
 * Applies the changes that `decide` draws from the matter as it stands inside the transaction, all or none. Nothing is
 * written, and nothing told, when they change nothing.
 */
export function changeMatter(app: App, actor: Actor, id: number, decide: Decide): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await changeWithin(tx, actor, { id, decide, now }),
  }))
}

/** The same as a part of a larger change, which tells the events. */
export async function changeWithin(
  tx: Tx,
  actor: Actor,
  { id, decide, now }: { readonly id: number; readonly decide: Decide; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  await lockMatter(tx, actor, id)
  const matter = await getMatterToChange(tx, actor, id)
  const current: Current = { matter, seen: await seenStateOf(tx, matter, now) }
  return writeChanges(tx, actor, { current, changes: decide(current), now })
}

interface Change {
  readonly current: Current
  readonly changes: MatterChanges
  /** Values of fields that were written already, for the event. */
  readonly fieldChanges?: CheckedValues['changes']
  readonly now: Date
}

/** Checks the changes and writes the matter that they make, inside the change of it; answers what happened: nothing, or the events. */
export async function writeChanges(
  tx: Tx,
  actor: Actor,
  { current, changes, fieldChanges, now }: Change,
): Promise<readonly DomainEvent[]> {
  const { matter } = current
  const part = await findPartIn(tx, actor, matter)
  await checkReferences(tx, actor, {
    ...onlyChanged(matter, changes),
    organisationId: matter.organisationId,
    matterId: matter.id,
  })
  checkRights(actor, matter, changes, part)
  const next = applyChanges(current, changes, part)
  await checkTeamOf(tx, matter, next)
  const moved = next.categoryId === matter.categoryId ? {} : await settleFieldsIn(tx, matter, next.categoryId)
  const events = eventsOfChange(matter, next, { ...moved, ...fieldChanges })
  if (events.length === 0) return []
  await writeMatter(tx, matter, next, now)
  await followUp(tx, actor, { before: matter, after: next, now })
  return events
}

/** What is sent as it stands already needs no check: a team that was deleted since may stay. */
function onlyChanged(matter: Matter, changes: MatterChanges): MatterChanges {
  const names = ['categoryId', 'ownerId', 'managerId', 'teamId', 'parentId'] as const
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== matter[name])
      .map((name) => [name, changes[name]]),
  )
}

function checkRights(actor: Actor, matter: Matter, changes: MatterChanges, part: Part | undefined): void {
  if (changes.restricted === true && !matter.restricted && !part) {
    throw forbidden('Only a member may restrict a matter: you would not see it any more.')
  }
  if (matter.inIntake && changes.managerId && !mayAssign(actor, matter)) {
    throw forbidden(
      'This matter waits in intake: people who work in legal and those who manage intake give it a manager.',
    )
  }
}

const mayAssign = (actor: Actor, { organisationId }: Matter) =>
  organisationId === actor.organisationId &&
  (worksInLegal(actor) || actor.permissions.has('ManageIntake') || actor.groups.has('MatterAdministrators'))

/** The matter after the changes; throws conflict for a state that cannot follow. */
export function applyChanges(
  { matter, seen }: Current,
  { state: wanted, ...changes }: MatterChanges,
  part: Part | undefined,
): Matter {
  const isAwaited = matter.state === 'AwaitingManagerAcceptance' ? part?.isManager : part?.isOwner
  const kept = wanted ? nextState({ kept: matter.state, seen }, wanted, isAwaited ?? false) : matter.state
  const managerId = changes.managerId === undefined ? matter.managerId : changes.managerId
  // with nobody to accept it or to be answered, a proposal is at an end
  const state = isAwaiting(kept) && managerId === null ? 'Scoping' : kept
  const stays = changes.managerId === undefined && matter.inIntake
  const inIntake = !isClosed(state) && (managerId === null || stays)
  if (inIntake && state === 'Active' && matter.state !== 'Active') {
    throw conflict('A matter that waits in intake cannot become Active: give it a manager first.')
  }
  return { ...matter, ...changes, state, inIntake, version: matter.version + 1 }
}

async function checkTeamOf(tx: Tx, before: Matter, after: Matter): Promise<void> {
  if (after.teamId !== null) return
  if (before.teamId === null && before.categoryId === after.categoryId) return
  const category = await findUsableCategory(tx, after.organisationId, after.categoryId)
  if (category?.teamRequired) {
    throw badInput('teamId', 'is missing: matters of this category must be assigned to a team.')
  }
}

/** Owner and manager are members; a proposal ends with the state that awaits an answer. */
async function followUp(
  tx: Tx,
  actor: Actor,
  { before, after, now }: { before: Matter; after: Matter; now: Date },
): Promise<void> {
  const people = [
    ...(after.ownerId === before.ownerId ? [] : [after.ownerId]),
    ...(after.managerId === null || after.managerId === before.managerId ? [] : [after.managerId]),
  ]
  if (people.length > 0) await insertMembers(tx, after, people, { addedBy: actor.userId, now })
  if (isAwaiting(before.state) && after.state !== before.state) {
    const outcome = after.state === 'Active' ? 'Accepted' : 'Withdrawn'
    await closeScope(tx, after, { outcome, decidedBy: actor.userId, now })
  }
}
