// Why single sign-on failed: codes that the web app has messages for.

export type SsoRefusalCode =
  /** The user cancelled at the provider. */
  | 'cancelled'
  /** No login attempt of this browser is open: expired, already used, or started elsewhere. */
  | 'expired'
  /** The provider has not verified the email address, or does not send one. */
  | 'email_not_verified'
  /** The email address is in a domain that does not belong to the organisation. */
  | 'wrong_domain'
  | 'unknown_user'
  | 'disabled'
  /** The account is already bound to another user of the provider. */
  | 'other_person'
  /** The address belongs to a user who joined another organisation before the domain was assigned to this one. */
  | 'address_in_use'
  /** The provider's response is invalid. */
  | 'not_valid'
  | 'provider_unavailable'
  /** This server is running offline: it calls no provider. */
  | 'offline'
  /** Users of this domain do not sign in that way (any more). */
  | 'no_provider'
  /** The provider began the sign-in itself, and somebody else is signed in in this browser. */
  | 'signed_in'

/** A failed single sign-on. */
export class SsoRefusal extends Error {
  readonly code: SsoRefusalCode
  /** What was wrong, and what to do about it, in sentences for the administrator who sets up the provider. */
  readonly advice: string | undefined

  constructor(code: SsoRefusalCode, cause?: unknown, advice?: string) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
    this.advice = advice
  }
}

/**
 * The messages of an error and its causes, outermost first, without repetition: `fetch failed: self-signed
 * certificate`.
 */
export function causesOf(error: unknown): string {
  const messages: string[] = []
  for (let each: unknown = error; each instanceof Error && messages.length < 5; each = each.cause) {
    const code = 'code' in each && typeof each.code === 'string' ? ` (${each.code})` : ''
    messages.push(`${each.message}${code}`)
  }
  return [...new Set(messages)].join(': ') || String(error)
}
