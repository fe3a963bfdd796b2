// What an identity provider states about a user, in whatever protocol.

export interface Identity {
  readonly issuer: string
  /** What the provider calls the user, for good. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean
  /** What else it sent, for the administrator who tests it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

/** What ties the provider's response to the browser and the time of the request. */
export interface Question {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}
