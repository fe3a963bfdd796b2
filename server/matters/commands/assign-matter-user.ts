// Adding people to a matter, and assigning its owner and manager, with a note to the person.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { matterNumberText } from '../../platform/display-ids.ts'
import { badInput } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { canJoinRecordsOf } from '../../identity/users/people-on-records.ts'
import { getInvolved } from '../../records/access.ts'
import { permittedMember } from '../../records/commands/permitted-member.ts'
import { matterMemberAdded } from '../events.ts'
import type { Matter } from '../matter.ts'
import { updateWithin } from './update-matter.ts'
import { checkedNote, notifyMember } from '../../records/commands/notify-member.ts'
import { insertMembers } from '../../records/new-members.ts'
import { matterKind } from '../matter-kind.ts'

/** The role in which a person is added to a matter. */
export type Assignment = 'member' | 'owner' | 'manager'

interface Assigned {
  readonly userId: string
  readonly as: Assignment
  /** A note to the person: stored with their membership, and mailed to them. */
  readonly note?: string | null | undefined
}

/**
 * Adds the person to the matter: somebody of the same organisation, or of a law firm linked to it; only the former can
 * be the owner. Previous owners and managers remain members. Nothing happens, and no event is stored, if the person has
 * the role already.
 */
export async function assignMatterUser(
  app: App,
  actor: Actor,
  matterId: number,
  assigned: Assigned,
): Promise<void> {
  const note = checkedNote(assigned.note)
  return change(app, actor, async (tx, now) => {
    const { record, involvement } = await getInvolved(matterKind, tx, actor, matterId)
    const matter = await permittedMember(
      tx,
      actor,
      { kind: matterKind, record, involvement },
      { userId: assigned.userId, role: assigned.as === 'member' ? undefined : 'target' },
    )
    const events = await assign(tx, actor, { matter, assigned: { ...assigned, note }, now })
    if (note !== null)
      await notifyMatterMember(app, tx, actor, { matter, userId: assigned.userId, note, now })
    return { result: undefined, events }
  })
}

async function assign(
  tx: Tx,
  actor: Actor,
  { matter, assigned, now }: { matter: Matter & MayChange; assigned: Assigned; now: Date },
): Promise<readonly DomainEvent[]> {
  const { userId, as } = assigned
  if (as === 'owner')
    return updateWithin(tx, actor, { id: matter.id, decide: () => ({ ownerId: userId }), now })
  if (as === 'manager')
    return updateWithin(tx, actor, { id: matter.id, decide: () => ({ managerId: userId }), now })
  if (!(await canJoinRecordsOf(tx, matter.organisationId, userId))) {
    throw badInput(
      'userId',
      'must be the id of an active person of your organisation, or of a law firm linked to it.',
    )
  }
  const added = await insertMembers(tx, matterKind, matter, {
    userIds: [userId],
    addedBy: actor.userId,
    now,
  })
  return added.map((member) => matterMemberAdded(matter, member, { by: actor, note: assigned.note }))
}

interface Note {
  readonly matter: Matter & MayChange
  readonly userId: string
  readonly note: string
  readonly now: Date
}

/** Stores a note to a member of the matter, and mails it to them. */
export function notifyMatterMember(app: App, tx: Tx, actor: Actor, { matter, ...note }: Note): Promise<void> {
  const number = matterNumberText(app.config.displayIdPrefix, matter)
  const record = { subject: number, text: `the matter ${number}, ${matter.name}`, page: 'matters' } as const
  return notifyMember(app, tx, actor, { kind: matterKind, record: { ...matter, ...record }, ...note })
}
