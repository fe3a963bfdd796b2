// Voiding a request at its service, before it is voided here.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { AppError, conflict, notFound } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { getContractFor } from '../../access.ts'
import type { OfContract } from '../here/end-request.ts'
import { findRequest, type RequestState } from '../here/request.ts'
import { followSoon } from './queue-follow.ts'
import { serviceOf } from './who-signs.ts'
import { ServiceFailure } from './signing-interface.ts'

/**
 * Nobody signs the request at its service any more when this has returned. Throws not_found, conflict if it has ended,
 * here or there, and unavailable when the service does not answer.
 */
export async function voidAtService(
  app: App,
  actor: Actor,
  { contractId, requestId }: OfContract,
  reason: string,
): Promise<void> {
  const { organisationId } = await getContractFor(app.db, actor, contractId, 'stage')
  const request = await findRequest(app.db, { organisationId, id: requestId })
  if (request?.contractId !== contractId) throw notFound()
  if (request.state !== 'Open') throw conflict('The signature request has ended.')
  const ofRequest = { organisationId, requestId }
  if (request.serviceId !== null) await noteVoiding(app, ofRequest)
  const service = await serviceOf(app, request)
  const state = await service.void(request, reason).catch((error: unknown): never => {
    if (!(error instanceof ServiceFailure)) throw error
    throw new AppError(
      'unavailable',
      `${error.message} Nothing is voided. Try again, or void it here only: the service may then still let people sign.`,
      { headers: { 'retry-after': '30' }, cause: error },
    )
  })
  if (state === 'Voided') return
  await internalTransaction(app, (tx) => followSoon(tx, ofRequest))
  throw conflict(endedWords[state])
}

const endedWords: Readonly<Record<Exclude<RequestState, 'Voided'>, string>> = {
  Open: 'It is still open.',
  Completed: 'Everybody has signed meanwhile. The signed document arrives in a moment.',
  Declined: 'Somebody has declined to sign meanwhile, which has ended it.',
  Expired: 'It has expired meanwhile.',
}

/** From now on, what the service says of it being void is written by the person who voids it. */
const noteVoiding = (
  app: App,
  { organisationId, requestId }: { readonly organisationId: number; readonly requestId: number },
) =>
  internalTransaction(app, (tx, now) =>
    tx
      .updateTable('signature_requests')
      .set({ voiding_since: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', requestId)
      .execute(),
  )
