// Redirect addresses: which are valid, which a client may use, and how a response is added to one.
import type { Config } from '../../platform/settings/config.ts'
import type { Client } from './client.ts'

const longest = 2_048
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/i

/**
 * Whether the text is a valid redirect address: absolute https, or http on this machine; no fragment, no user
 * information.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > longest || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text)) return false
  if (!/^https:\/\//i.test(text) && !loopback.test(text)) return false
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  // an @ before the path is user information even if it is empty
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?]/, 1)[0] ?? ''
  return username === '' && password === '' && authority !== '' && !authority.includes('@')
}

/** Whether the client may use the address: any in the sandbox, in production a registered one, byte for byte. */
export const mayRedirectTo = (
  { environment }: Pick<Config, 'environment'>,
  client: Pick<Client, 'redirectUris'>,
  uri: string,
): boolean => isRedirectUri(uri) && (environment === 'sandbox' || client.redirectUris.includes(uri))

export interface Answer {
  readonly redirectUri: string
  /** The state as in the request's URL, still encoded. */
  readonly stateAsSent: string | null
  readonly parameters: Readonly<Record<string, string>>
}

/** The address that returns a response to the client. The state is returned byte for byte. */
export function answerAddress({ redirectUri, stateAsSent, parameters }: Answer): string {
  const query = new URLSearchParams(parameters).toString()
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  const state = stateAsSent === null ? '' : `&state=${asQueryText(stateAsSent)}`
  return `${redirectUri}${separator}${query}${state}`
}

/** Characters allowed in a query stay as they are; others, which a browser would encode too, are encoded. */
const asQueryText = (text: string): string =>
  text.replace(/[^\w\-.~!$'()*+,;=:@/?%]/gu, (character) => encodeURIComponent(character.toWellFormed()))
