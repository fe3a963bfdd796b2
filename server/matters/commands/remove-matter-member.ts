// Taking somebody off a matter.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { removeMember } from '../../records/commands/remove-member.ts'
import type { RecordRight } from '../../records/rights/rights-table.ts'
import { matterMemberRemoved } from '../events.ts'
import { matterKind } from '../matter-kind.ts'
import { updateWithin } from './update-matter.ts'

/**
 * Takes the person off the matter, by those who may change it or by themselves; they lose sight of it at once. A matter
 * whose manager goes waits in intake. The owner stays until there is another one: 409. Throws not_found for somebody
 * who is no member.
 */
export function removeMatterMember(app: App, actor: Actor, matterId: number, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const events: DomainEvent[] = []
    const matter = await removeMember(
      matterKind,
      { tx, actor, now },
      {
        recordId: matterId,
        userId,
        release: async ({ managerId }) => {
          if (managerId !== userId) return
          const leaving: readonly RecordRight[] = userId === actor.userId ? ['managerId'] : []
          const withoutManager = { id: matterId, decide: () => ({ managerId: null }), now, brings: leaving }
          events.push(...(await updateWithin(tx, actor, withoutManager)))
        },
      },
    )
    return { result: undefined, events: [...events, matterMemberRemoved(matter, userId, actor)] }
  })
}
