// Redirect addresses: which ones there may be, which ones a client may be answered at, and how an answer is put on one.
import type { Config } from '../settings/config.ts'
import type { Client } from './client.ts'

const longest = 2_048
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/i

/** Whether the text can be a redirect address: absolute https, or http on this very machine; no fragment, no user information. */
export function isRedirectUri(text: string): boolean {
  if (text.length > longest || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text)) return false
  if (!/^https:\/\//i.test(text) && !loopback.test(text)) return false
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  // an @ before the path is user information even when it is empty
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?]/, 1)[0] ?? ''
  return username === '' && password === '' && authority !== '' && !authority.includes('@')
}

/** Whether the client may be answered there: anywhere in the sandbox, in production at a registered address, byte for byte. */
export const mayRedirectTo = (
  { environment }: Pick<Config, 'environment'>,
  client: Pick<Client, 'redirectUris'>,
  uri: string,
): boolean => isRedirectUri(uri) && (environment === 'sandbox' || client.redirectUris.includes(uri))

export interface Answer {
  readonly redirectUri: string
  /** The state as it stood in the request's address, still encoded. */
  readonly stateAsSent: string | null
  readonly parameters: Readonly<Record<string, string>>
}

/** The address that carries an answer to the client. The state goes back as it came, byte for byte. */
export function answerAddress({ redirectUri, stateAsSent, parameters }: Answer): string {
  const query = new URLSearchParams(parameters).toString()
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  const state = stateAsSent === null ? '' : `&state=${asQueryText(stateAsSent)}`
  return `${redirectUri}${separator}${query}${state}`
}

/** What can stand in a query stays as it is; anything else, which a browser would encode as well, is encoded. */
const asQueryText = (text: string): string =>
  text.replace(/[^\w\-.~!$'()*+,;=:@/?%]/gu, (character) => encodeURIComponent(character.toWellFormed()))
