// Why single sign-on ends without a person: codes that the web app has words for.

export type SsoRefusalCode =
  /** The person turned back at their provider. */
  | 'cancelled'
  /** No visit of this browser is open: too old, used already, or begun elsewhere. */
  | 'expired'
  /** The provider has not verified the e-mail address, or tells none. */
  | 'email_not_verified'
  /** The e-mail address is of a domain that is not the organisation's. */
  | 'wrong_domain'
  | 'unknown_user'
  | 'disabled'
  /** The account belongs to another person of the provider already. */
  | 'other_person'
  /** The address is that of somebody who joined another organisation before the domain became this one's. */
  | 'address_in_use'
  /** What the provider answered is not what it must be. */
  | 'not_valid'
  | 'provider_unavailable'
  /** This server runs offline: it calls no provider. */
  | 'offline'
  /** Nobody signs in that way at this domain (any more). */
  | 'no_provider'

/** Single sign-on that ends without a person. */
export class SsoRefusal extends Error {
  readonly code: SsoRefusalCode

  constructor(code: SsoRefusalCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
