// Who a recipient is: their address, then the code that was sent to their mail, then the proof that their browser
// shows.
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import { holdGuest } from '../../platform/secrets/proven-guest.ts'
import {
  checkProof,
  type CodeOwner,
  type KeptCode,
  type KeptProof,
  newCode,
  readToken,
  takeCode,
} from '../../platform/secrets/mailed-code.ts'
import { sharingCode } from './mails.ts'
import { isOpen, recipientSubject, type Share, shareColumns } from './share.ts'

/** A recipient who opened their address, with what they were sent. */
export interface Recipient extends Share, KeptCode, KeptProof {
  readonly organisation: string
  readonly timeZone: string
  readonly sender: string
  readonly contract: string
}

/**
 * The recipient with this address. Throws the same not_found for every address that opens nothing: unknown, replaced by
 * a later mail, withdrawn, expired, or of a contract that was deleted.
 */
export async function getRecipient(app: Pick<App, 'db' | 'clock'>, token: string): Promise<Recipient> {
  const read = readToken(token)
  if (!read) throw notFound()
  const found = await app.db
    .selectFrom('document_shares')
    // not through access.ts: the address is the right to see this document
    .innerJoin('contracts as c', (join) =>
      join
        .onRef('c.organisation_id', '=', 'document_shares.organisation_id')
        .onRef('c.id', '=', 'document_shares.contract_id'),
    )
    .innerJoin('organisations as o', 'o.id', 'document_shares.organisation_id')
    .innerJoin('users as u', 'u.id', 'document_shares.created_by')
    .where('document_shares.organisation_id', '=', read.organisationId)
    .where('document_shares.secret_hash', '=', hashOfSecret(read.secret))
    .where('c.deleted_at', 'is', null)
    .select([
      ...shareColumns,
      'document_shares.code_hash as codeHash',
      'document_shares.code_expires_at as codeExpiresAt',
      'document_shares.proof_hash as proofHash',
      'document_shares.proof_expires_at as proofExpiresAt',
      'o.name as organisation',
      'o.time_zone as timeZone',
      'c.name as contract',
    ])
    .select((eb) => eb.fn<string>('concat_ws', [eb.val(' '), 'u.first_name', 'u.last_name']).as('sender'))
    .executeTakeFirst()
  if (!found || !isOpen(found, app.clock.now())) throw notFound()
  return found
}

/** Locks the row of a recipient, for whatever they do. Throws conflict if they were sent another address meanwhile. */
export const holdRecipient = (tx: Tx, recipient: Recipient): Promise<void> => {
  const { organisationId: organisation_id, id } = recipient
  return holdGuest(tx, { table: 'document_shares', key: { organisation_id, id } }, recipient)
}

const codeOwnerOf = (recipient: Recipient): CodeOwner => ({
  purpose: 'sharing',
  subject: recipientSubject(recipient),
})

/** Sends the recipient a code by mail. Throws too_many_requests after five within half an hour. */
export async function sendCode(app: App, token: string): Promise<void> {
  const recipient = await getRecipient(app, token)
  const { code, hash, expiresAt } = await newCode(app, codeOwnerOf(recipient))
  const { organisationId, id, name, email } = recipient
  await internalTransaction(app, async (tx, now) => {
    await holdRecipient(tx, recipient)
    await tx
      .updateTable('document_shares')
      .set({ code_hash: hash, code_expires_at: expiresAt })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    await app.mail.write(tx, sharingCode, { organisationId, to: email, values: { name, code } }, now)
  })
}

/** Takes the code of the recipient, as `takeCode` does, and returns the proof. */
export async function proveByCode(app: App, token: string, code: string): Promise<string> {
  const recipient = await getRecipient(app, token)
  return takeCode(app, codeOwnerOf(recipient), { ...recipient, code }, async (tx, codeHash, proof) => {
    await holdRecipient(tx, recipient)
    const { numUpdatedRows } = await tx
      .updateTable('document_shares')
      .set(proof)
      .where('organisation_id', '=', recipient.organisationId)
      .where('id', '=', recipient.id)
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** The address that a recipient opened, and the proof that their browser shows. */
export interface RecipientBrowser {
  readonly token: string
  readonly proof: string
}

/** The recipient, if the proof is theirs. Throws not_found for the address, and unauthorized for the proof. */
export async function getProvenRecipient(app: App, { token, proof }: RecipientBrowser): Promise<Recipient> {
  const recipient = await getRecipient(app, token)
  checkProof(app, recipient, proof)
  return recipient
}
