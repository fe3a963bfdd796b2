// What a person is on a matter, as a whole: member, owner, manager, delegate.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addMember } from '../../records/commands/add-member.ts'
import { ownerStays } from '../../records/commands/remove-member.ts'
import { checkedNote } from '../../records/commands/notify-member.ts'
import { permittedMember } from '../../records/commands/permitted-member.ts'
import { lockMatter } from '../access.ts'
import { matterMemberAdded } from '../events.ts'
import type { Matter } from '../matter.ts'
import { matterKind } from '../matter-kind.ts'
import { notifyMatterMember } from './assign-matter-user.ts'
import { setDelegatesOf } from './set-matter-delegates.ts'
import { updateWithin } from './update-matter.ts'

/** What somebody is to be on a matter, besides a member. */
export interface MatterRoles {
  readonly userId: string
  readonly isOwner: boolean
  readonly isManager: boolean
  readonly isDelegateOwner: boolean
  readonly isDelegateManager: boolean
  /** Mailed to them, and kept with their membership. */
  readonly note?: string | null | undefined
}

/**
 * Makes the person what the roles say on the matter, and nothing else: a member if they are none yet. The owner stays
 * until there is another one: 409. A manager who is none any more leaves the matter without one, in intake. Nothing
 * happens when they are that already.
 */
export function setMatterMember(app: App, actor: Actor, matterId: number, roles: MatterRoles): Promise<void> {
  const note = checkedNote(roles.note)
  return change(app, actor, async (tx, now) => {
    const held = await lockMatter({ tx, actor, now }, matterId)
    const { involvement } = held
    const isMore = roles.isOwner || roles.isManager || roles.isDelegateOwner || roles.isDelegateManager
    const matter = await permittedMember(
      tx,
      actor,
      { kind: matterKind, record: held.matter, involvement },
      { userId: roles.userId, role: isMore ? 'roles' : undefined },
    )
    if (matter.ownerId === roles.userId && !roles.isOwner) throw ownerStays('matter')
    const isNew = await addMember(matterKind, { tx, actor, now }, matter, roles.userId)
    const assigned = await assign(tx, actor, { matter, roles, now })
    const delegated = await setDelegatesOf(tx, matter, {
      userId: roles.userId,
      forOwner: roles.isDelegateOwner,
      forManager: roles.isDelegateManager,
    })
    if (note !== null) await notifyMatterMember(app, tx, actor, { matter, userId: roles.userId, note, now })
    const added = isNew ? [matterMemberAdded(matter, roles.userId, { by: actor, note })] : []
    return { result: undefined, events: [...added, ...assigned, ...delegated] }
  })
}

async function assign(
  tx: Tx,
  actor: Actor,
  { matter, roles, now }: { matter: Matter & MayChange; roles: MatterRoles; now: Date },
): Promise<readonly DomainEvent[]> {
  const { userId, isOwner, isManager } = roles
  const wasManager = matter.managerId === userId
  if (isOwner === (matter.ownerId === userId) && isManager === wasManager) return []
  const changes = {
    ...(isOwner ? { ownerId: userId } : {}),
    ...(isManager === wasManager ? {} : { managerId: isManager ? userId : null }),
  }
  return updateWithin(tx, actor, { id: matter.id, decide: () => changes, now })
}
