// The authenticator app of a signer, where the sender demands it besides the code by mail. The app is set up on the
// page of the signer, after the code; from then on the document is opened with a code of the app.
import type { App } from '../../../platform/app.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import {
  type AppSetUp,
  beginSetUp,
  endSetUp,
  stepOfCode,
  wrongAppCode,
} from '../../../platform/secrets/app-codes.ts'
import { type AttemptLimit, reserveAttempt, resetAttempts } from '../../../platform/secrets/attempt-limit.ts'
import type { SignerKey } from './request.ts'
import { getMailedSigner, holdSigner, isAppNeeded, type KnownSigner, signerSubject } from './signer-access.ts'

/** The sealing purpose of the secrets of signers. */
export const signerAppPurpose = 'signer_apps'

/** The limits of codes of apps, which count as those of codes by mail do. */
export const signerAppLimits = [
  { name: 'signing-app-guesses', most: 6, minutes: 30 },
  // who has the address and the mailbox may try for months
  { name: 'signing-app-guesses-week', most: 40, minutes: 7 * 24 * 60 },
] as const satisfies readonly AttemptLimit[]

/** For this signer alone: somebody who signs in their place sets up an app of their own. */
const setUpOf = ({ organisationId, requestId, place, email, contract }: KnownSigner) => ({
  label: `${contract.slice(0, 60)} (${email})`,
  purpose: `signer app set-up ${organisationId} ${requestId} ${place} ${email}`,
})

/** What a signer has to do after the code by mail: nothing more, set up an app, or enter a code of theirs. */
export type AppStep = 'None' | 'SetUp' | 'Code'

/** Which it is. When the request has ended, the code by mail is enough for the signed document. */
export async function appStepOf(db: Reader, signer: KnownSigner): Promise<AppStep> {
  if (!isAppNeeded(signer)) return 'None'
  return (await findApp(db, signer)) ? 'Code' : 'SetUp'
}

const findApp = (db: Reader, { organisationId, requestId, place }: SignerKey) =>
  db
    .selectFrom('signer_apps')
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .where('place', '=', place)
    .select('id')
    .executeTakeFirst()

/** Makes a secret for the app of the signer. Throws conflict if they have set one up. */
export async function startSignerApp(app: App, token: string, proof: string): Promise<AppSetUp> {
  const signer = await getMailedSigner(app, token, proof)
  if ((await appStepOf(app.db, signer)) !== 'SetUp') throw notToSetUp()
  return beginSetUp(app, setUpOf(signer))
}

const notToSetUp = () =>
  conflict(
    'An app has been set up already. Enter its code. If it is lost, tell the sender, who can ask you again.',
  )

interface AppCode {
  readonly code: string
  /** Of the app that is set up with this code. */
  readonly setUp: string | undefined
}

/**
 * Takes a code of the app, which counts once, or the first one of an app that is set up with it. From then on the
 * browser with this proof opens the document. Throws bad_request for a wrong or used code, too_many_requests after six
 * within half an hour, and conflict when another app was set up meanwhile.
 */
export async function proveByApp(
  app: App,
  browser: { readonly token: string; readonly proof: string },
  { code, setUp }: AppCode,
): Promise<KnownSigner> {
  const signer = await getMailedSigner(app, browser.token, browser.proof)
  const source = { subject: signerSubject(signer), ip: '' }
  for (const limit of signerAppLimits.toReversed()) await reserveAttempt(app, limit, source)
  await internalTransaction(app, async (tx, now) => {
    await holdSigner(tx, signer)
    if (setUp === undefined) await takeStep(app, tx, signer, code)
    else await storeApp(app, tx, signer, { code, setUp, now })
    // of two proofs, the one that was shown with the code
    const { numUpdatedRows } = await tx
      .updateTable('signature_signers')
      .set({ app_proof_hash: signer.proofHash, app_confirmed_at: now })
      .where('organisation_id', '=', signer.organisationId)
      .where('request_id', '=', signer.requestId)
      .where('place', '=', signer.place)
      .where('proof_hash', '=', signer.proofHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('unauthorized', 'Ask for a code again.')
    for (const limit of signerAppLimits) await resetAttempts(tx, limit, source)
  })
  return signer
}

async function takeStep({ vault, clock }: App, tx: Tx, signer: KnownSigner, code: string): Promise<void> {
  const { organisationId, requestId, place } = signer
  // locked, so that of two who send the same code one is refused
  const row = await tx
    .selectFrom('signer_apps')
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .where('place', '=', place)
    .select(['id', 'secret_sealed', 'last_step'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw conflict('Set the app up first.')
  const step = stepOfCode(clock, await vault.open(row.secret_sealed, signerAppPurpose), code)
  if (step === undefined || step <= row.last_step) throw wrongAppCode()
  await tx
    .updateTable('signer_apps')
    .set({ last_step: step })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', row.id)
    .execute()
}

async function storeApp(
  app: App,
  tx: Tx,
  signer: KnownSigner,
  { code, setUp, now }: { readonly code: string; readonly setUp: string; readonly now: Date },
): Promise<void> {
  if (!isAppNeeded(signer)) throw notToSetUp()
  const { purpose } = setUpOf(signer)
  const { secret, step } = await endSetUp(app, { purpose, setUp, code })
  const { organisationId, requestId, place } = signer
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('signer_apps')
    .values({
      organisation_id: organisationId,
      request_id: requestId,
      place,
      secret_sealed: await app.vault.sealIn(tx, secret, signerAppPurpose),
      last_step: step,
      created_at: now,
    })
    // nobody who has the mailbox sets up another one
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw notToSetUp()
}

/** Forgets the app of a signer, in whose place somebody signs, or who has lost it. */
export async function forgetApp(tx: Tx, { organisationId, requestId, place }: SignerKey): Promise<void> {
  await tx
    .deleteFrom('signer_apps')
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .where('place', '=', place)
    .execute()
}
