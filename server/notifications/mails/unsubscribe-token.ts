// The tokens in the links that end mails: signed, so that they work without signing in, and for one person and kind
// only.
import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { type NotificationKind, notificationKinds } from '../notification.ts'

/** What a link ends: the mails of a kind, or the daily digest. */
export type Unsubscribed = NotificationKind | 'digest'

export interface Unsubscription {
  readonly userId: string
  readonly from: Unsubscribed
}

const purpose = 'unsubscribe'

/** The token for the person and what its link ends. It does not expire: mail is read late. */
export async function unsubscribeToken(
  { vault }: Pick<App, 'vault'>,
  { userId, from }: Unsubscription,
): Promise<string> {
  const mac = await vault.mac(`${userId} ${from}`, purpose)
  return `${userId}.${from}.${mac.toString('base64url')}`
}

/** What the token is for; undefined if it is not one of ours. */
export async function readUnsubscribeToken(
  { vault }: Pick<App, 'vault'>,
  token: string,
): Promise<Unsubscription | undefined> {
  const [userId = '', from = '', given = ''] = token.split('.')
  const kinds: readonly string[] = [...notificationKinds, 'digest']
  if (!kinds.includes(from) || !/^[0-9a-f-]{36}$/.test(userId)) return undefined
  const mac = await vault.mac(`${userId} ${from}`, purpose)
  const sent = Buffer.from(given, 'base64url')
  if (sent.length !== mac.length || !timingSafeEqual(sent, mac)) return undefined
  return { userId, from: from as Unsubscribed }
}
