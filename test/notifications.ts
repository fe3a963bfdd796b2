// Notifications in tests: made at once instead of in the background.
import type { App } from '../server/platform/app.ts'
import { notifyPeople } from '../server/notifications/fan-out.ts'
import { sendDigests, sendDueMails } from '../server/notifications/mails/send-mails.ts'
import { type NotifyChanges, setNotifyPreferences } from '../server/notifications/preferences.ts'
import { internalTransaction } from '../server/platform/events/change.ts'
import { createUser, type TestUser } from './factories.ts'
import type { Caller } from './http.ts'
import { createMatter, matterWorld } from './matters.ts'
import type { TestApp } from './test-app.ts'
import { callerFor } from './tokens.ts'

/** Turns every waiting event into notifications. */
export async function notifyNow(app: App): Promise<void> {
  while ((await notifyPeople(app)) > 0);
}

/** Sends the mails and digests that are due; returns how many. */
export async function mailNow(app: App): Promise<number> {
  await notifyNow(app)
  return (await sendDueMails(app)) + (await sendDigests(app))
}

export interface Notified {
  readonly id: number
  readonly kind: string
  readonly text: string
  readonly record: { readonly type: string; readonly id: number; readonly name: string; readonly url: string }
  readonly read: boolean
}

/** What the caller is shown, newest first. */
export async function notificationsOf(app: App, caller: Caller, query = ''): Promise<readonly Notified[]> {
  await notifyNow(app)
  return (await caller.get(`/v2/notifications${query}`)).json<{ items: Notified[] }>().items
}

/** The mails that a person got, oldest first. */
export function mailsTo(app: App, { organisationId, email }: TestUser) {
  return app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .where('recipient', '=', email)
    .orderBy('id')
    .select(['subject', 'body', 'html', 'headers'])
    .execute()
}

/** A matter of its owner, and a colleague who is not on it. */
export async function notifiedWorld(parts: TestApp) {
  const { owner, organisationId, categoryId, caller } = await matterWorld(parts)
  const colleague = await createUser(parts.app, {
    organisationId,
    firstName: 'Ben',
    lastName: 'Okoro',
    role: 'Contributor',
  })
  const matterId = await createMatter({ caller, categoryId }, { managerId: owner.id })
  return { owner, caller, colleague, theirs: await callerFor(parts, colleague), matterId, categoryId }
}

/** Adds the person to the matter. */
export async function add(caller: Caller, matterId: number, { id: userId }: TestUser): Promise<void> {
  const answer = await caller.post(`/matter-apis/v1/matters/${matterId}/users`, { userId, target: 'Matter' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** How the person wants to be notified. */
export const prefer = (app: App, { id: userId, organisationId }: TestUser, changes: NotifyChanges) =>
  internalTransaction(app, (tx, now) => setNotifyPreferences(tx, { userId, organisationId }, changes, now))
