// Adding people to a matter, and assigning its owner and manager, with a note to the person.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { matterNumberText } from '../../platform/display-ids.ts'
import { badInput } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { canJoinRecordsOf } from '../../users/people-on-records.ts'
import { getMatterToChange } from '../access.ts'
import { matterMemberAdded } from '../events.ts'
import type { Matter } from '../matter.ts'
import { updateWithin } from './update-matter.ts'
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

const longestNote = 4_000

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
  const note = assigned.note?.trim() || null
  if (note !== null && note.length > longestNote)
    throw badInput('note', `must have ${longestNote} characters at most.`)
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterToChange(tx, actor, matterId)
    const events = await assign(tx, actor, { matter, assigned, now })
    if (note !== null) await tell(app, tx, actor, { matter, userId: assigned.userId, note, now })
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
  return added.map((member) => matterMemberAdded(matter, member))
}

interface Note {
  readonly matter: Matter & MayChange
  readonly userId: string
  readonly note: string
  readonly now: Date
}

async function tell(app: App, tx: Tx, actor: Actor, { matter, userId, note, now }: Note): Promise<void> {
  const { organisationId, id } = matter
  await tx
    .updateTable('matter_members')
    .set({ note })
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .where('user_id', '=', userId)
    .execute()
  const person = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'organisation_id'])
    .executeTakeFirstOrThrow()
  const number = matterNumberText(app.config.displayIdPrefix, organisationId, matter.number)
  const message = {
    organisationId: person.organisation_id,
    to: person.email,
    subject: `${number}: you are on this matter`,
    text: `${actor.name} has put you on the matter ${number}, ${matter.name}:\n\n${note}\n\n${app.config.webUrl}/#/matters/${id}\n`,
  }
  await app.mail.send(tx, message, now)
}
