// Shuts a person out of the platform, or lets them in again.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { notFound } from '../../platform/errors.ts'

/**
 * Disables or enables a person. Their tokens and sessions stop working within a second on every process; what they
 * own stays theirs. Answers whether anything changed.
 */
export function changeUserStatus(
  app: App,
  actor: SystemActor,
  { userId, status }: { readonly userId: string; readonly status: 'Active' | 'Disabled' },
): Promise<boolean> {
  return change(app, actor, async (tx, now) => {
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['organisation_id', 'status'])
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw notFound()
    if (user.status === status) return { result: false, events: [] }
    await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', userId).execute()
    return {
      result: true,
      events: [
        {
          name: status === 'Disabled' ? 'user.disabled' : 'user.enabled',
          organisationId: user.organisation_id,
          resource: { kind: 'user', id: null },
          subject: null,
          facts: { userId, from: user.status, to: status },
        },
      ],
    }
  })
}
