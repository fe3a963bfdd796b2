// Addresses at which people answer an approval from their mail.
//
// address    a secret in a mail, for one person and one approver: themselves, or somebody for whom they decide. The
//            last mail has the one that opens something, until they decide, the approval ends, or two weeks have passed
import { findSnapshot } from '../../identity/users/authorization-snapshot.ts'
import { getSignInPolicy } from '../../identity/sessions/second-factor/sign-in-policy.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import { newAddress, readToken } from '../../platform/secrets/mailed-code.ts'

const lives = 14 * 24 * 60 * 60_000

/** A new address, and for whom its person decides. */
export interface AnswerAddress {
  readonly token: string
  readonly approverId: string
}

/** What is kept of an address. */
export interface KeptAddress {
  readonly organisation_id: number
  readonly user_id: string
  readonly deciding_for: string
  readonly secret_hash: Buffer
  readonly expires_at: Date
}

/** New addresses of a person for these approvers; `keep` stores each in place of the one of an earlier mail. */
export async function makeAnswerAddresses(
  { organisationId, userId }: { readonly organisationId: number; readonly userId: string },
  approverIds: readonly string[],
  now: Date,
  keep: (address: KeptAddress) => Promise<unknown>,
): Promise<readonly AnswerAddress[]> {
  const addresses: AnswerAddress[] = []
  for (const approverId of approverIds) {
    const { token, hash } = newAddress(organisationId)
    await keep({
      organisation_id: organisationId,
      user_id: userId,
      deciding_for: approverId,
      secret_hash: hash,
      expires_at: new Date(now.getTime() + lives),
    })
    addresses.push({ token, approverId })
  }
  return addresses
}

/** The organisation in which an address is looked up, and the hash by which; undefined for what cannot be one. */
export function lookedUp(
  token: string,
): { readonly organisationId: number; readonly hash: Buffer } | undefined {
  const read = readToken(token)
  return read && { organisationId: read.organisationId, hash: hashOfSecret(read.secret) }
}

/**
 * Locks an address until its answer is written, so that no later mail replaces it meanwhile. Throws not_found for one
 * that was used or replaced since it was looked up.
 */
export async function holdAddress(
  tx: Tx,
  table: 'approval_addresses' | 'invoice_approval_addresses',
  token: string,
  now: Date,
): Promise<void> {
  const read = lookedUp(token)
  const held =
    read &&
    (await tx
      .selectFrom(table)
      .where('organisation_id', '=', read.organisationId)
      .where('secret_hash', '=', read.hash)
      .where('expires_at', '>', now)
      .select('user_id')
      .forUpdate()
      .executeTakeFirst())
  if (!held) throw notFound()
}

/** The address that somebody opened, and who is signed in there. */
export interface AnswerBrowser {
  readonly token: string
  readonly signedIn: Actor | undefined
}

/**
 * Who answers at an address: its person. Throws not_found if somebody else is signed in, or if the person cannot use
 * the feature any more; unauthorized if they have to sign in first.
 */
export async function answeringActor(
  { db }: App,
  { signedIn }: AnswerBrowser,
  { organisationId, userId }: { readonly organisationId: number; readonly userId: string },
  feature: 'CONTRACTS' | 'INVOICES',
): Promise<Actor> {
  if (signedIn && signedIn.userId !== userId) throw notFound()
  const person = await findSnapshot(db, userId)
  if (!person || person.featuresOff?.has(feature)) throw notFound()
  const { approvalsNeedSignIn } = await getSignInPolicy(db, organisationId)
  if (approvalsNeedSignIn && !signedIn) throw new AppError('unauthorized', 'Sign in to answer.')
  const via = { kind: 'system', name: 'answer-by-mail' } as const
  return signedIn ?? { ...person, via, requestId: null }
}
