// What ends a request before everybody has signed: it is voided, declined, or expires. The document may be changed
// again, and is as it was before it was sent; the version with the signatures so far stays among its versions. For
// services: elsewhere/follow-request.ts.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { change, type DomainEvent, systemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { lockContractFor, noteContractActivity } from '../../access.ts'
import { askSigners } from './ask-signers.ts'
import { checkReason, freezeDocument } from '../frozen-document.ts'
import { voidAtService } from '../elsewhere/void-elsewhere.ts'
import { withoutSignaturePages } from './document.ts'
import { signatureEvent } from './events.ts'
import { signingHere } from './signing-here.ts'
import {
  findRequest,
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

/** Ends an open request that is locked. Returns the events of its document. */
export async function endRequest(
  tx: Tx,
  request: SignatureRequest,
  { state, reason, now }: End,
): Promise<readonly DomainEvent[]> {
  await tx
    .updateTable('signature_requests')
    .set({ state, reason, ended_at: now })
    .where('organisation_id', '=', request.organisationId)
    .where('id', '=', request.id)
    .execute()
  await freezeDocument(tx, request, false)
  return state === 'Completed' ? [] : withoutSignaturePages(tx, request, now)
}

/** A request, as one of a contract. */
export interface OfContract {
  readonly contractId: number
  readonly requestId: number
}

export interface Voiding {
  readonly reason: string
  /** Whether the service elsewhere is not asked, because it does not answer. */
  readonly isHereOnly: boolean
}

/**
 * Takes the request back: nobody can sign any more. Throws not_found, conflict if it is not open or has ended at its
 * service meanwhile, and unavailable when that service does not answer.
 */
export async function voidRequest(
  app: App,
  actor: Actor,
  of: OfContract,
  { reason, isHereOnly }: Voiding,
): Promise<void> {
  const said = checkReason(reason)
  if (!isHereOnly) await voidAtService(app, actor, of, said)
  await withOpenRequest(app, actor, of, async (tx, request, now) => {
    const left = await endRequest(tx, request, { state: 'Voided', reason: said, now })
    return { result: undefined, events: [signatureEvent('voided', request, { reason: said }), ...left] }
  })
}

/** Sends those whose turn it is another mail with a new address. Throws conflict within ten minutes of the last. */
export function remindSigners(app: App, actor: Actor, of: OfContract): Promise<void> {
  return withOpenRequest(app, actor, of, async (tx, request, now) => {
    checkSignedHere(request)
    const asked = (await findSigners(tx, request)).filter(({ state }) => state === 'Asked')
    const earliest = now.getTime() - reminderMinutes * 60_000
    if (asked.some(({ askedAt }) => askedAt !== null && askedAt.getTime() > earliest))
      throw conflict(`They got a mail within the last ${reminderMinutes} minutes.`)
    await askSigners(app, tx, { request, signers: asked, now })
    const facts = { signers: asked.map(({ name }) => name) }
    return { result: undefined, events: [signatureEvent('reminded', request, facts)] }
  })
}

/** Throws conflict for a request of a service elsewhere, whose signers are reminded and replaced there. */
export function checkSignedHere({ serviceId }: SignatureRequest): void {
  if (serviceId !== null)
    throw conflict('It is signed with a service elsewhere, which reminds and replaces the signers itself.')
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

/** Ends every request that is signed here and whose last day has passed; returns how many there were. */
export async function expireRequests(app: App): Promise<number> {
  const now = app.clock.now()
  const service = signingHere(app)
  const organisations = await app.db.selectFrom('organisations').select('id').execute()
  let expired = 0
  for (const { id: organisationId } of organisations) {
    const due = await app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'Open')
      .where('service_id', 'is', null)
      .where('expires_at', '<=', now)
      .select('id')
      .execute()
    for (const { id } of due) {
      const request = await findRequest(app.db, { organisationId, id })
      if (!request || (await service.status(request)).state !== 'Expired') continue
      if (await expireOne(app, organisationId, id)) expired++
    }
  }
  return expired
}

const expireOne = (app: App, organisationId: number, id: number): Promise<boolean> =>
  change(app, systemActor('expire-signature-requests'), async (tx, now) => {
    const request = await lockRequest(tx, organisationId, id)
    if (request.state !== 'Open' || request.expiresAt > now) return { result: false, events: [] }
    const left = await endRequest(tx, request, { state: 'Expired', reason: null, now })
    const event = signatureEvent('expired', request, { sentBy: request.createdBy })
    return { result: true, events: [event, ...left] }
  })
