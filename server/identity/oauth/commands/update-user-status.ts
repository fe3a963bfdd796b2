// Disables a user, or enables them again.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type DomainEvent, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { endPasswordLinksOf } from '../../sessions/password-links.ts'
import { endSessionsOf } from '../../sessions/session.ts'
import { getAccountToChange } from '../../users/access.ts'
import { activeAdministrators, checkAdministratorRemains } from '../../users/administrators.ts'
import { endApprovalDelegatesOf } from '../../users/approval-delegates.ts'
import { personEvent } from '../../users/events.ts'
import { handOverSoleRecords } from '../../users/sole-records.ts'
import { endGrantsOf } from '../grants.ts'
import { type ActingKind, keepActing } from '../acting-things.ts'
import { endCalendarFeedsOf } from './end-access.ts'

interface StatusChange {
  readonly userId: string
  readonly status: 'Active' | 'Disabled'
  /** Who gets the records that only the person may open, when they are disabled. */
  readonly successorId?: string
  /** What of the person's goes on that ends otherwise. */
  readonly keep?: readonly ActingKind[]
  /** The provisioning token with which the identity provider says so. */
  readonly byToken?: number
}

/**
 * Disables or enables a person, for administrators of their organisation and for the operator; answers whether anything
 * changed. Who is disabled is out at once, in every process: their sessions, grants, codes, links and calendar
 * addresses have ended, and do not come back when they are enabled; nor do their delegates for approvals; their
 * webhooks are silent. What they own stays theirs; what else acts for them ends or is looked after by somebody else
 * (acting-things.ts). Throws conflict for the last administrator, whom only the operator disables, and for enabling
 * somebody who has never joined. Records that nobody else may open go to a successor: conflict when an administrator
 * names none; the operator, who may have to lock somebody out at once, leaves them to be taken over. Whom a person
 * disables, the identity provider does not enable.
 */
export function updateUserStatus(
  app: App,
  actor: Actor | SystemActor,
  { userId, status, successorId, keep, byToken }: StatusChange,
): Promise<boolean> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    const byProvider = byToken !== undefined
    if (account.status === status) {
      if (status === 'Disabled' && !byProvider) await noteDisabled(tx, userId, false)
      return { result: false, events: [] }
    }
    if (status === 'Active' && !account.hasJoined) {
      throw conflict(`${account.email} has not joined yet. Send the invitation again.`)
    }
    const isGuarded = actor.userId !== null || byProvider
    if (status === 'Disabled' && isGuarded) await checkAdministratorRemains(tx, account)
    const handedOver =
      status === 'Disabled' && actor.userId !== null
        ? await handOverSoleRecords(app, tx, account, { successorId, by: actor.userId, now })
        : []
    await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', userId).execute()
    await noteDisabled(tx, userId, status === 'Disabled' && byProvider)
    const ended = status === 'Disabled' ? await endEverythingOf(tx, account, now) : []
    const to = actor.userId ?? (await firstAdministrator(tx, account.organisationId))
    const given = { to, now, ...(keep ? { keep } : {}), ...(byProvider ? { token: byToken } : {}) }
    const kept = status === 'Disabled' ? await settleActing(tx, account, given) : undefined
    const facts = {
      from: account.status,
      to: status,
      ...(kept ? { kept: Object.fromEntries(kept.counts) } : {}),
    }
    const event = personEvent(status === 'Disabled' ? 'user.disabled' : 'user.enabled', account, facts)
    return { result: true, events: [event, ...handedOver, ...ended, ...(kept?.events ?? [])] }
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

async function noteDisabled(tx: Tx, userId: string, byProvider: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled_by_provider: byProvider })
    .where('id', '=', userId)
    .where('disabled_by_provider', '!=', byProvider)
    .execute()
}

/** Who looks after what is kept, where no person disables: the person who is disabled is none any more. */
const firstAdministrator = async (tx: Tx, organisationId: number): Promise<string | undefined> =>
  (await activeAdministrators(tx, organisationId).orderBy('created_at').orderBy('id').executeTakeFirst())?.id

interface Settling {
  readonly to: string | undefined
  readonly now: Date
  readonly keep?: readonly ActingKind[]
  /** The provisioning token that calls goes on; others of the person end. */
  readonly token?: number
}

/** Ends the provisioning tokens of somebody who is disabled, and hands over what is kept. */
async function settleActing(
  tx: Tx,
  person: { readonly userId: string; readonly organisationId: number },
  { to, now, keep = [], token }: Settling,
): Promise<{ readonly counts: ReadonlyMap<ActingKind, number>; readonly events: readonly DomainEvent[] }> {
  const { userId, organisationId } = person
  const ended = keep.includes('ProvisioningToken')
    ? []
    : await tx
        .deleteFrom('scim_tokens')
        .where('organisation_id', '=', organisationId)
        .where(sql<string>`coalesce(kept_by, created_by)`, '=', userId)
        .$if(token !== undefined, (query) => query.where('id', '!=', token ?? 0))
        .returning(['id', 'name'])
        .execute()
  const counts = await keepActing(tx, person, { to, now, keep: [...keep, 'ProvisioningToken'] })
  return { counts, events: ended.map((facts) => tokenEnded(organisationId, facts)) }
}

const tokenEnded = (
  organisationId: number,
  facts: { readonly id: number; readonly name: string },
): DomainEvent => ({
  name: 'provisioning-token.ended',
  organisationId,
  resource: { kind: 'organisation', id: organisationId },
  subject: null,
  facts,
})
