// Disables a user, or enables them again.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { endPasswordLinksOf } from '../../sessions/password-links.ts'
import { endSessionsOf } from '../../sessions/session.ts'
import { getAccountToChange } from '../../users/access.ts'
import { checkAdministratorRemains } from '../../users/administrators.ts'
import { endApprovalDelegatesOf } from '../../users/approval-delegates.ts'
import { personEvent } from '../../users/events.ts'
import { handOverSoleRecords } from '../../users/sole-records.ts'
import { endGrantsOf } from '../grants.ts'
import { endCalendarFeedsOf } from './end-access.ts'

interface StatusChange {
  readonly userId: string
  readonly status: 'Active' | 'Disabled'
  /** Who gets the records that only the person may open, when they are disabled. */
  readonly successorId?: string
  /** Whether the last administrator stays, although no administrator does this. */
  readonly keepsAdministrator?: true
}

/**
 * Disables or enables a person, for administrators of their organisation and for the operator; answers whether anything
 * changed. Who is disabled is out at once, in every process: their sessions, grants, codes, links and calendar
 * addresses have ended, and do not come back when they are enabled; nor do their delegates for approvals; their
 * webhooks are silent. What they own stays theirs. Throws conflict for the last administrator, whom only the operator
 * disables, and for enabling somebody who has never joined. Records that nobody else may open go to a successor:
 * conflict when an administrator names none; the operator, who may have to lock somebody out at once, leaves them to be
 * taken over.
 */
export function updateUserStatus(
  app: App,
  actor: Actor | SystemActor,
  { userId, status, successorId, keepsAdministrator }: StatusChange,
): Promise<boolean> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    if (account.status === status) return { result: false, events: [] }
    if (status === 'Active' && !account.hasJoined) {
      throw conflict(`${account.email} has not joined yet. Send the invitation again.`)
    }
    const isGuarded = actor.userId !== null || keepsAdministrator === true
    if (status === 'Disabled' && isGuarded) await checkAdministratorRemains(tx, account)
    const handedOver =
      status === 'Disabled' && actor.userId !== null
        ? await handOverSoleRecords(app, tx, account, { successorId, by: actor.userId, now })
        : []
    await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', userId).execute()
    const ended = status === 'Disabled' ? await endEverythingOf(tx, account, now) : []
    const facts = { from: account.status, to: status }
    const event = personEvent(status === 'Disabled' ? 'user.disabled' : 'user.enabled', account, facts)
    return { result: true, events: [event, ...handedOver, ...ended] }
  })
}

async function endEverythingOf(
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  now: Date,
) {
  await endSessionsOf(tx, person.userId)
  await endPasswordLinksOf(tx, person.userId, now)
  await tx
    .updateTable('authorization_codes')
    .set({ expires_at: now })
    .where('user_id', '=', person.userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const because = 'its person was disabled'
  return [
    ...(await endGrantsOf(tx, person, because, now)),
    ...(await endCalendarFeedsOf(tx, person, because)),
    ...(await endApprovalDelegatesOf(tx, person)),
  ]
}
