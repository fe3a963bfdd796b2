// The events of matters: the topics of the wire, and which changes count as an update (docs/decisions/0028).
import type { CheckedValues } from '../fields/values/check.ts'
import type { Actor } from '../platform/actor.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import { differencesOf } from '../platform/events/differences.ts'
import type { Matter } from './matter.ts'
import type { MatterState } from './state.ts'

type Key = Pick<Matter, 'organisationId' | 'id'>

const about = ({ organisationId, id }: Key) =>
  ({ organisationId, resource: { kind: 'matter', id }, subject: { kind: 'matter', id } }) as const

/** A matter was created; its initial properties raise no other event. */
export const matterCreated = (
  matter: Key & Pick<Matter, 'name' | 'categoryId' | 'ownerId' | 'managerId' | 'inIntake'>,
): DomainEvent => ({
  name: 'matter.created',
  ...about(matter),
  facts: {
    name: matter.name,
    categoryId: matter.categoryId,
    ownerId: matter.ownerId,
    managerId: matter.managerId,
    inIntake: matter.inIntake,
  },
})

/** A tag was added to the matter: an event of its own, and an update of the matter. */
export const tagAdded = (
  matter: Key,
  { id, description }: { readonly id: number; readonly description: string },
): readonly DomainEvent[] => [
  { ...about(matter), name: 'matter.tag.created', resource: { kind: 'tag', id }, facts: { description } },
  { name: 'matter.updated', ...about(matter), facts: { tagId: id } },
]

/** A tag was removed from the matter: an update of the matter. */
export const tagRemoved = (matter: Key, tagId: number): DomainEvent => ({
  name: 'matter.updated',
  ...about(matter),
  facts: { removedTagId: tagId },
})

/** A person was added to the matter, maybe with a note to them: history only. */
export const matterMemberAdded = (
  matter: Key & Pick<Matter, 'ownerId'>,
  userId: string,
  { by, note = null }: { readonly by: By; readonly note?: string | null | undefined },
): DomainEvent => ({
  name: 'matter.member.added',
  ...about(matter),
  facts: { userId, ...(note === null ? {} : { note }), ...firmFacts(matter, by) },
})

type By = Pick<Actor, 'organisationId'>

/** Of what somebody of another organisation does, the owner is notified. */
const firmFacts = ({ organisationId, ownerId }: Key & Pick<Matter, 'ownerId'>, by: By) =>
  by.organisationId === organisationId ? {} : { byFirm: true, ownerId }

/** A person was taken off the matter, or went: history only. */
export const matterMemberRemoved = (
  matter: Key & Pick<Matter, 'ownerId'>,
  userId: string,
  by: By,
): DomainEvent => ({
  name: 'matter.member.removed',
  ...about(matter),
  facts: { userId, ...firmFacts(matter, by) },
})

/** The visible state of an active matter has changed, because something in it became overdue or was done. */
export const stateSeen = (
  matter: Key,
  state: { readonly from: MatterState; readonly to: MatterState },
): readonly DomainEvent[] => [
  { name: 'matter.updated', ...about(matter), facts: { changes: { state } } },
  { name: 'matter.status.updated', ...about(matter), facts: state },
]

/** A scope was proposed: history only; the new state of the matter is an event of its own. */
export const scopeProposed = (
  matter: Key,
  { id, scope }: { readonly id: number; readonly scope: string },
): DomainEvent => ({
  ...about(matter),
  name: 'matter.scope.proposed',
  resource: { kind: 'matter-scope', id },
  facts: { scope },
})

/** Terms were set or removed: history only. */
export const termsSet = (matter: Key, terms: { readonly fileId: number } | null): DomainEvent => ({
  name: 'matter.terms.set',
  ...about(matter),
  facts: { fileId: terms?.fileId ?? null },
})

/** The budget was set or taken away: history only, which law firms read too, so without amounts. */
export const budgetSet = (matter: Key): DomainEvent => ({
  name: 'matter.budget.set',
  ...about(matter),
  facts: {},
})

/** The delegates of owner and manager were changed: history only. */
export const delegatesSet = (matter: Key, facts: Readonly<Record<string, unknown>>): DomainEvent => ({
  name: 'matter.delegates.set',
  ...about(matter),
  facts,
})

const historyProperties = [
  'name',
  'categoryId',
  'teamId',
  'state',
  'ownerId',
  'managerId',
  'inIntake',
  'restricted',
  'urgent',
  'externalId',
  'parentId',
  'reference',
  'managerReference',
  'purchaseOrderNumber',
] as const satisfies readonly (keyof Matter)[]

/** The events between two states of a matter, and of values of its fields: none when nothing has changed. */
export function eventsOfChange(
  before: Matter,
  after: Matter,
  fieldChanges: CheckedValues['changes'] = {},
): readonly DomainEvent[] {
  const changes = { ...differencesOf(before, after, historyProperties), ...fieldChanges }
  if (Object.keys(changes).length === 0) return []
  const updated: DomainEvent = { name: 'matter.updated', ...about(after), facts: { changes } }
  if (before.state === after.state) return [updated]
  const state = { from: before.state, to: after.state }
  return [updated, { name: 'matter.status.updated', ...about(after), facts: state }]
}
