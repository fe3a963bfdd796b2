// The delegates of the owner and the manager of a matter.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getMatterFor } from '../access.ts'
import { delegatesSet } from '../events.ts'
import type { Matter } from '../matter.ts'

export interface Delegation {
  readonly userId: string
  readonly forOwner: boolean
  readonly forManager: boolean
}

/**
 * Makes a member of the matter a delegate of its owner, its manager, both or neither. A delegate may change the matter
 * and accept what is proposed to the person they represent. Throws not_found for somebody who is not a member.
 */
export function setMatterDelegates(
  app: App,
  actor: Actor,
  matterId: number,
  { userId, forOwner, forManager }: Delegation,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const matter = await getMatterFor(tx, actor, matterId, 'delegates')
    return { result: undefined, events: await setDelegatesOf(tx, matter, { userId, forOwner, forManager }) }
  })
}

/** The same inside a larger change, which stores the returned events. */
export async function setDelegatesOf(
  tx: Tx,
  matter: Matter & MayChange,
  { userId, forOwner, forManager }: Delegation,
): Promise<readonly DomainEvent[]> {
  // not through access.ts: the matter was fetched there, and this is one of its members
  const member = await tx
    .selectFrom('matter_members')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('user_id', '=', userId)
    .select(['delegate_owner', 'delegate_manager'])
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw notFound()
  if (member.delegate_owner === forOwner && member.delegate_manager === forManager) return []
  await tx
    .updateTable('matter_members')
    .set({ delegate_owner: forOwner, delegate_manager: forManager })
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('user_id', '=', userId)
    .execute()
  const changes = differencesOf(
    { forOwner: member.delegate_owner, forManager: member.delegate_manager },
    { forOwner, forManager },
    ['forOwner', 'forManager'],
  )
  return [delegatesSet(matter, { userId, forOwner, forManager, changes })]
}
