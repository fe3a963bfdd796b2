// Updating a matter: its details, its state, who owns and manages it, the values of its fields.
import { isForward } from '../../fields/forms-of-records.ts'
import {
  type ReadFieldUpdate,
  type RecordFields,
  updateRecordFields,
  withWritten,
} from '../../fields/record-fields.ts'
import { type CheckedValues, checkMove } from '../../fields/values/check.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { changesAsked, permittedChanges, permittedFields } from '../../records/rights/access.ts'
import { type Involvement, may } from '../../records/rights/involvement.ts'
import type { RecordRight } from '../../records/rights/rights-table.ts'
import { lockMatter } from '../access.ts'
import { findUsableCategory } from '../categories.ts'
import { eventsOfChange } from '../events.ts'
import { changesFrom, readMatterFields, resolveFieldDefaults } from '../fields.ts'
import type { Matter } from '../matter.ts'
import { mayAccept, rightsFor } from '../rights-for-changes.ts'
import { isAwaiting, isClosed, type KeptState, type MatterState, nextState } from '../state.ts'
import { checkReferences, readReferences } from './check-matter.ts'
import { insertMembers } from '../../records/new-members.ts'
import { checkSomebodyStays, mayLoseSomebody } from '../../records/somebody.ts'
import { matterKind } from '../matter-kind.ts'
import { closeScope } from './close-scope.ts'
import { writeMatter } from './write-matter.ts'

/** The changes: an absent property is kept, null clears it. */
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
  /**
   * Reads the given values of custom fields. Those that show a property of the matter change it, unless it is given as
   * well.
   */
  readonly fields?: ReadFieldUpdate
}

type OwnChanges = Omit<MatterChanges, 'fields'>

/** A matter as read inside the transaction, and the state it is seen in. */
export interface Current {
  readonly matter: Matter
  readonly seen: MatterState
}

type Decide = (current: Current) => MatterChanges

/**
 * Applies the changes that `decide` makes of the matter as read inside the transaction, all or none. Nothing is
 * written, and no event stored, when they change nothing. Values of fields are those of the category that the matter
 * gets. Throws 403 naming what is not the actor's to change, and 400 with every value that does not fit its field.
 */
export function updateMatter(app: App, actor: Actor, id: number, decide: Decide): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await updateWithin(tx, actor, { id, decide, now }),
  }))
}

interface Update {
  readonly id: number
  readonly decide: Decide
  readonly now: Date
  /** Rights that the larger change brings: who leaves a matter may end that they manage it. */
  readonly brings?: readonly RecordRight[]
  /** The state that it gets back, where a change is taken back: also one that could not follow otherwise. */
  readonly formerState?: KeptState
}

/** The same inside a larger change, which stores the returned events. */
export async function updateWithin(
  tx: Tx,
  actor: Actor,
  { id, decide, now, brings = [], formerState }: Update,
): Promise<readonly DomainEvent[]> {
  const { matter: found, seen, involvement } = await lockMatter({ tx, actor, now }, id)
  const current: Current = { matter: found, seen }
  const { fields: read, ...asked } = decide(current)
  const matter = toWrite(found, { involvement, brings, given: rightsFor(current, asked), read })
  const references = readReferences(tx, actor, matter)
  const [given] = await Promise.all([
    updateFields(tx, matter, { read, categoryId: asked.categoryId, involvement }),
    references.all(onlyChanged(matter, asked)),
  ])
  const changes = { ...given.own, ...asked }
  await checkReferences(
    tx,
    actor,
    {
      ...onlyChanged(matter, changes),
      organisationId: matter.organisationId,
      matterId: matter.id,
    },
    references,
  )
  checkAssignment(matter, changes, involvement)
  const changed = applyChanges(current, changes, { involvement, formerState })
  await checkTeamOf(tx, matter, changed)
  const other = await formOfOtherCategory(tx, matter, { next: changed, fields: given.fields })
  const next = { ...changed, formVersion: other.formVersion }
  // what is taken back was there before, and a request that is declined has no outcome to write down
  const asksForFields = formerState === undefined && !brings.includes('completion')
  if (asksForFields) await checkStateMove(tx, matter, { next, fields: other.fields })
  const events = eventsOfChange(matter, next, { ...other.defaults, ...given.changes })
  if (events.length === 0) return []
  writeMatter(tx, matter, next, now)
  await followUp(tx, actor, { before: matter, after: next, now })
  if (mayLoseSomebody(matter, next)) await checkSomebodyStays(matterKind, tx, matter)
  return events
}

interface Asked {
  readonly involvement: Involvement
  readonly brings: readonly RecordRight[]
  readonly given: ReturnType<typeof rightsFor>
  readonly read: ReadFieldUpdate | undefined
}

/** The matter to be written, if what is given of its own properties is the actor's to change. */
function toWrite(matter: Matter & MaySee, { involvement, brings, given, read }: Asked): Matter & MayChange {
  // fields are asked about when it is known which change
  if (read && given.length === 0) return permittedChanges(matter, involvement, [])
  const asked = changesAsked(involvement, given)
  return permittedChanges(
    matter,
    involvement,
    asked.filter(({ right }) => !brings.includes(right)),
  )
}

interface UpdatedFields {
  /** What they change of the matter itself. */
  readonly own: OwnChanges
  readonly changes: CheckedValues['changes']
  /** The fields with their new values; undefined when none were given. */
  readonly fields: RecordFields | undefined
}

interface GivenFields {
  readonly read: ReadFieldUpdate | undefined
  readonly categoryId: number | undefined
  readonly involvement: Involvement
}

/** Writes the values of fields that change. */
async function updateFields(
  tx: Tx,
  matter: Matter & MayChange,
  { read, categoryId, involvement }: GivenFields,
): Promise<UpdatedFields> {
  if (!read) return { own: {}, changes: {}, fields: undefined }
  const fields = await readMatterFields(tx, matter, categoryId)
  const subject = { ...matter, kind: 'matter' } as const
  const checked = await updateRecordFields(tx, subject, fields, {
    input: read(fields),
    state: matter.state,
    permit: (changed) => permittedFields(subject, involvement, changed),
  })
  return { own: changesFrom(checked.own), changes: checked.changes, fields: withWritten(fields, checked) }
}

/** What a matter gets with another category: its current form, and defaults of fields that it has no value of yet. */
async function formOfOtherCategory(
  tx: Tx,
  matter: Matter & MayChange,
  { next, fields }: { next: Matter; fields: RecordFields | undefined },
): Promise<{
  readonly formVersion: number
  readonly defaults: CheckedValues['changes']
  /** Where they are known. */
  readonly fields: RecordFields | undefined
}> {
  const { formVersion } = matter
  if (next.categoryId === matter.categoryId) return { formVersion, defaults: {}, fields }
  const shown = fields ?? (await readMatterFields(tx, matter, next.categoryId))
  const defaults = await resolveFieldDefaults(tx, matter, shown)
  return { formVersion: shown.detail.version, defaults, fields: undefined }
}

/** Throws 400 naming what the matter lacks for the state that it moves to. */
async function checkStateMove(
  tx: Tx,
  matter: Matter & MayChange,
  { next, fields }: { next: Matter; fields: RecordFields | undefined },
): Promise<void> {
  if (!isForward('matter', matter.state, next.state)) return
  const { detail, core, values } = fields ?? (await readMatterFields(tx, { ...matter, ...next }))
  checkMove({ kind: 'matter', from: matter.state, to: next.state }, { forms: [detail, core], values })
}

/** What is sent unchanged needs no check: a team that was deleted since may stay. */
function onlyChanged(matter: Matter, changes: OwnChanges): OwnChanges {
  const names = ['categoryId', 'ownerId', 'managerId', 'teamId', 'parentId'] as const
  return Object.fromEntries(
    names
      .filter((name) => changes[name] !== undefined && changes[name] !== matter[name])
      .map((name) => [name, changes[name]]),
  )
}

function checkAssignment(matter: Matter, changes: OwnChanges, involvement: Involvement): void {
  if (matter.inIntake && changes.managerId && !may(involvement, 'assignRequest')) {
    throw forbidden(
      'This matter waits in intake: people who work in legal and those who manage intake give it a manager.',
    )
  }
}

/** The matter after the changes; throws conflict for a state that cannot follow. */
function applyChanges(
  { matter, seen }: Current,
  { state: wanted, ...changes }: OwnChanges,
  {
    involvement,
    formerState = matter.state,
  }: { readonly involvement: Involvement; readonly formerState?: KeptState | undefined },
): Matter {
  const kept = wanted
    ? nextState({ kept: matter.state, seen }, wanted, mayAccept(matter, involvement))
    : formerState
  const managerId = changes.managerId === undefined ? matter.managerId : changes.managerId
  // without a manager nobody can accept the proposal, so it ends
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
  if (people.length > 0) {
    await insertMembers(tx, matterKind, after, { userIds: people, addedBy: actor.userId, now })
  }
  if (isAwaiting(before.state) && after.state !== before.state) {
    const outcome = after.state === 'Active' ? 'Accepted' : 'Withdrawn'
    await closeScope(tx, after, { outcome, decidedBy: actor.userId, now })
  }
}
