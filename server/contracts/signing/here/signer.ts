// Somebody who is asked to sign, as their row says.

export const signerStates = ['Waiting', 'Asked', 'Signed', 'Declined'] as const

/** Somebody who is asked to sign. */
export interface NewSigner {
  readonly name: string
  readonly email: string
  readonly title: string | null
  readonly party: string | null
}

/** Somebody in whose place a signer signs. */
export interface EarlierSigner extends NewSigner {
  readonly reason: string
  /** Who put the next one in their place: the sender, or they themselves. */
  readonly by: 'Sender' | 'Signer'
  readonly at: string
}

export interface Signer extends NewSigner {
  readonly place: number
  readonly state: (typeof signerStates)[number]
  readonly askedAt: Date | null
  readonly viewedAt: Date | null
  readonly viewedSha256: Buffer | null
  /** When they signed or declined. */
  readonly endedAt: Date | null
  /** The network address that they signed or declined from. */
  readonly address: string | null
  readonly browser: string | null
  /** Of the text that they agreed to. */
  readonly consentVersion: number | null
  readonly reason: string | null
  /** Whether the sender demands an authenticator app besides the code by mail. */
  readonly needsApp: boolean
  readonly appConfirmedAt: Date | null
  /** Those in whose place they sign, the first one first. */
  readonly earlier: readonly EarlierSigner[]
  /** Of their secret address; null until they are asked. */
  readonly secretHash: Buffer | null
}

/** Of a signer's row. */
export const signerColumns = [
  'request_id as requestId',
  'place',
  'name',
  'email',
  'title',
  'party',
  'state',
  'asked_at as askedAt',
  'viewed_at as viewedAt',
  'viewed_sha256 as viewedSha256',
  'ended_at as endedAt',
  'address',
  'browser',
  'consent_version as consentVersion',
  'reason',
  'needs_app as needsApp',
  'app_confirmed_at as appConfirmedAt',
  'earlier',
  'secret_hash as secretHash',
] as const
