// Events of signing services: signed as our own notifications are, and believed no further than the id of the packet.
import { spendProof } from '../../../identity/sessions/second-factor/spent-proofs.ts'
import type { IncomingHttpHeaders } from 'node:http'
import Type from 'typebox'
import type { App } from '../../../platform/app.ts'
import { AppError, badInput, conflict, notFound, sentence } from '../../../platform/errors.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { genuineNotification, signingKey, toleranceMs } from '../../../platform/secrets/webhook-signatures.ts'
import { followSoon } from './queue-follow.ts'
import { serviceSecretPurpose } from './token-access.ts'
import { jsonIn } from './calls.ts'

/** Where a service sends its events. */
export const eventAddress = (
  { publicUrl }: App['config'],
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): string => `${publicUrl}/signing-services/${organisationId}-${id}/events`

export interface ReceivedEvent {
  /** From the address: `17-3`. */
  readonly service: string
  readonly headers: IncomingHttpHeaders
  /** The bytes that were signed. */
  readonly body: Buffer
}

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const eventSchema = Type.Object({ packet: Type.String({ pattern: uuid, maxLength: 36 }) })

/**
 * Has the service asked about the packet that the event names. Throws unauthorized for what the service did not sign,
 * or long ago; bad_request for what names no packet, conflict for what came before, and not_found for a packet that the
 * service does not have.
 */
export async function receiveEvent(app: App, { service, headers, body }: ReceivedEvent): Promise<void> {
  const [organisationId = 0, id = 0] = service.split('-').map(Number)
  const keys = await keysOf(app, organisationId, id)
  // real time: that of the sender's machine
  const genuine = genuineNotification(keys, { headers, body, at: new Date() })
  if (genuine === undefined)
    throw new AppError('unauthorized', 'The signature is wrong, or was made more than five minutes ago.')
  const said = jsonIn(body, eventSchema)
  if (!said) throw badInput('packet', sentence('The body must be JSON with the id of the packet as packet.'))
  await internalTransaction(app, async (tx, now) => {
    const until = new Date(now.getTime() + 2 * toleranceMs)
    if (!(await spendProof(tx, `signing service ${service} ${genuine}`, until)))
      throw conflict('This event was received before. One that is sent again has a time of its own.')
    const request = await tx
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('service_id', '=', id)
      .where('packet', '=', said.packet)
      .select(['id', 'state'])
      .executeTakeFirst()
    if (!request) throw notFound()
    if (request.state === 'Open') await followSoon(tx, { organisationId, requestId: request.id })
  })
}

/** The keys that a service signs with; none for one that is unknown or was removed. */
async function keysOf({ db, vault, clock }: App, organisationId: number, id: number) {
  const row = await db
    .selectFrom('signing_services')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .select([
      'secret_sealed as secret',
      'previous_secret_sealed as previous',
      'previous_secret_expires_at as until',
    ])
    .executeTakeFirst()
  const previous = row?.until && row.until > clock.now() ? row.previous : null
  const sealed = [row?.secret, previous].filter((each) => each !== null && each !== undefined)
  const secrets = await Promise.all(sealed.map((each) => vault.open(each, serviceSecretPurpose)))
  return secrets.map(signingKey)
}
