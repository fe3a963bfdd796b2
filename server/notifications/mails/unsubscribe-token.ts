// The tokens in the links that end mails: signed, so that they work without signing in, and for one person and one
// thing only.
import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../platform/app.ts'

/** What a link ends, by a word of letters, digits and hyphens, and for whom. */
export interface Unsubscription<From extends string = string> {
  readonly userId: string
  readonly from: From
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
  if (!/^[0-9a-f-]{36}$/.test(userId) || !/^[A-Za-z0-9-]{1,50}$/.test(from)) return undefined
  const mac = await vault.mac(`${userId} ${from}`, purpose)
  const sent = Buffer.from(given, 'base64url')
  return sent.length === mac.length && timingSafeEqual(sent, mac) ? { userId, from } : undefined
}
