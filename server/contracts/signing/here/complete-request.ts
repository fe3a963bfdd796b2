// What follows the last signature: the request ends, and the contract is executed with its signed copy.
import { findSnapshot } from '../../../identity/users/authorization-snapshot.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { todayIn } from '../../../platform/time/local-time.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { sealCheckPage } from '../../../platform/web-addresses.ts'
import { recordSignedCopy } from '../record-signed-copy.ts'
import { findSignedCopy } from '../signed-copy.ts'
import { renewAddress } from './ask-signers.ts'
import { endRequest } from './end-request.ts'
import { signatureDone } from './mails.ts'
import { findSigners, type SignatureRequest } from './request.ts'

/** Everybody has signed: ends the request, and each gets the address of the document. */
export async function complete(app: App, tx: Tx, request: SignatureRequest, now: Date): Promise<void> {
  const { organisationId, contractId } = request
  await endRequest(tx, request, { state: 'Completed', reason: null, now })
  const { name: contract } = await tx
    // not through access.ts: the mail is for people without an account
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', contractId)
    .select('name')
    .executeTakeFirstOrThrow()
  for (const { place, name, email } of await findSigners(tx, request)) {
    const link = await renewAddress(app, tx, { organisationId, requestId: request.id, place })
    const values = { name, contract, link, check: sealCheckPage(app.config) }
    await app.mail.write(tx, signatureDone, { organisationId, to: email, values }, now)
  }
}

/**
 * Records the signed copy in the name of the person who sent it for signature, or else of the contract's owner. Where
 * neither may any more, or something else is missing, the contract stays in Signing, and its page says that everybody
 * has signed: nobody who signs has to put that right.
 */
export async function execute(
  app: App,
  { organisationId, contractId, id, createdBy }: SignatureRequest,
): Promise<void> {
  const contract = await app.db
    // not through access.ts: it is recorded in the name of somebody who is found here
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', contractId)
    .select('owner_id')
    .executeTakeFirstOrThrow()
  const request = { organisationId, id }
  const [signers, timeZone, current] = await Promise.all([
    findSigners(app.db, request),
    timeZoneOf(app.db, organisationId),
    app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('file_version')
      .executeTakeFirstOrThrow(),
  ])
  const signatories = signers.map(({ name, title, party, endedAt }) => ({
    name,
    title,
    party,
    signedOn: todayIn(timeZone, endedAt ?? app.clock.now()).day(0),
  }))
  for (const userId of new Set([createdBy, contract.owner_id])) {
    const snapshot = await findSnapshot(app.db, userId)
    if (!snapshot) continue
    const actor: Actor = { ...snapshot, via: { kind: 'system', name: 'signature' }, requestId: null }
    const recorded = await findSignedCopy(app.db, { organisationId, id: contractId })
    const checkVersion = (version: number) => {
      if (version !== (recorded?.revision ?? 0)) throw conflict('Somebody else has recorded a signed copy.')
    }
    try {
      await recordSignedCopy(app, actor, contractId, {
        version: current.file_version,
        signatories,
        checkVersion,
      })
      return
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      app.log.warn({ err: error, contractId }, 'a contract that everybody has signed is not executed')
    }
  }
}
