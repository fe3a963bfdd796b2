// Ending the mails of a kind, or the digest, by the link in a mail: what they say stays in the app.
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { readUnsubscribeToken, type Unsubscription } from '../mails/unsubscribe-token.ts'
import { notificationKinds, type Unsubscribed } from '../notification.ts'
import { notifyPreferencesOf, setNotifyPreferences } from '../preferences.ts'

async function readToken(app: App, token: string): Promise<Unsubscription<Unsubscribed> | undefined> {
  const found = await readUnsubscribeToken(app, token)
  const from = ([...notificationKinds, 'digest'] as const).find((each) => each === found?.from)
  return found && from && { userId: found.userId, from }
}

/** What the token ends; undefined if it is not one of ours. Changes nothing: mail scanners follow links. */
export const findUnsubscription = async (app: App, token: string): Promise<Unsubscribed | undefined> =>
  (await readToken(app, token))?.from

/** Ends it for the person of the token, and returns what; undefined if the token is not one of ours. */
export async function unsubscribe(app: App, token: string): Promise<Unsubscribed | undefined> {
  const found = await readToken(app, token)
  if (!found) return undefined
  const { userId, from } = found
  return internalTransaction(app, async (tx, now) => {
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('organisation_id')
      .executeTakeFirst()
    if (!user) return undefined
    const person = { userId, organisationId: user.organisation_id }
    const ways = await notifyPreferencesOf(tx, person)
    const ended = from === 'digest' ? notificationKinds.filter((kind) => ways[kind] === 'Digest') : [from]
    const changes = ended.filter((kind) => ways[kind] !== 'Off').map((kind) => [kind, 'InApp'] as const)
    if (changes.length > 0) await setNotifyPreferences(tx, person, Object.fromEntries(changes), now)
    return from
  })
}
