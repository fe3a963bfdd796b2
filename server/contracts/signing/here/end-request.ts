// What ends a request before everybody has signed: it is voided, declined, or expires. The document may be changed
// again; the version with the signatures so far stays among its versions.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { change, systemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { lockContractFor, noteContractActivity } from '../../access.ts'
import { askSigners } from './ask-signers.ts'
import { checkReason, freezeDocument } from '../frozen-document.ts'
import { signatureEvent } from './events.ts'
import {
  findSigners,
  lockOpenRequest,
  lockRequest,
  type RequestState,
  type SignatureRequest,
} from './request.ts'

const reminderMinutes = 10

interface End {
  readonly state: Exclude<RequestState, 'Open'>
  readonly reason: string | null
  readonly now: Date
}

/** Ends an open request that is locked. */
export async function endRequest(
  tx: Tx,
  request: SignatureRequest,
  { state, reason, now }: End,
): Promise<void> {
  await tx
    .updateTable('signature_requests')
    .set({ state, reason, ended_at: now })
    .where('organisation_id', '=', request.organisationId)
    .where('id', '=', request.id)
    .execute()
  await freezeDocument(tx, request, false)
}

/** A request, as one of a contract. */
export interface OfContract {
  readonly contractId: number
  readonly requestId: number
}

/** Takes the request back: nobody can sign any more. Throws not_found, and conflict if it is not open. */
export function voidRequest(app: App, actor: Actor, of: OfContract, reason: string): Promise<void> {
  const said = checkReason(reason)
  return withOpenRequest(app, actor, of, async (tx, request, now) => {
    await endRequest(tx, request, { state: 'Voided', reason: said, now })
    return { result: undefined, events: [signatureEvent('voided', request, { reason: said })] }
  })
}

/** Sends those whose turn it is another mail with a new address. Throws conflict within ten minutes of the last. */
export function remindSigners(app: App, actor: Actor, of: OfContract): Promise<void> {
  return withOpenRequest(app, actor, of, async (tx, request, now) => {
    const asked = (await findSigners(tx, request)).filter(({ state }) => state === 'Asked')
    const earliest = now.getTime() - reminderMinutes * 60_000
    if (asked.some(({ askedAt }) => askedAt !== null && askedAt.getTime() > earliest))
      throw conflict(`They got a mail within the last ${reminderMinutes} minutes.`)
    await askSigners(app, tx, { request, signers: asked, now })
    const facts = { signers: asked.map(({ name }) => name) }
    return { result: undefined, events: [signatureEvent('reminded', request, facts)] }
  })
}

type Work = (
  tx: Tx,
  request: SignatureRequest,
  now: Date,
) => ReturnType<Parameters<typeof change<undefined>>[2]>

/** Works on an open request of a contract that the actor may move. Throws not_found, and conflict if it has ended. */
export function withOpenRequest(
  app: App,
  actor: Actor,
  { contractId, requestId }: OfContract,
  work: Work,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract } = await lockContractFor({ tx, actor, now, right: 'stage' }, contractId)
    const known = await tx
      .selectFrom('signature_requests')
      .where('organisation_id', '=', contract.organisationId)
      .where('contract_id', '=', contract.id)
      .where('id', '=', requestId)
      .select('id')
      .executeTakeFirst()
    if (!known) throw notFound()
    const request = await lockOpenRequest(tx, contract)
    if (request?.id !== requestId) throw conflict('The signature request has ended.')
    await noteContractActivity(tx, contract, now)
    return work(tx, request, now)
  })
}

/** Ends every request whose last day has passed; returns how many there were. */
export async function expireRequests(app: App): Promise<number> {
  const now = app.clock.now()
  const organisations = await app.db.selectFrom('organisations').select('id').execute()
  let expired = 0
  for (const { id: organisationId } of organisations) {
    const due = await app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'Open')
      .where('expires_at', '<=', now)
      .select('id')
      .execute()
    for (const { id } of due) if (await expireOne(app, organisationId, id)) expired++
  }
  return expired
}

const expireOne = (app: App, organisationId: number, id: number): Promise<boolean> =>
  change(app, systemActor('expire-signature-requests'), async (tx, now) => {
    const request = await lockRequest(tx, organisationId, id)
    if (request.state !== 'Open' || request.expiresAt > now) return { result: false, events: [] }
    await endRequest(tx, request, { state: 'Expired', reason: null, now })
    return { result: true, events: [signatureEvent('expired', request, { sentBy: request.createdBy })] }
  })
