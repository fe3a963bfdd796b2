// Setting up signing services elsewhere: their address, the token that calls are authorised with, and the secret that
// their events are signed with.
import type { UpdateObject } from 'kysely'
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import { checkRoom } from '../../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, conflict, notFound, sentence } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import { faultOfAddress } from '../../../platform/outbound/https-address.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import { newSigningSecret } from '../../../platform/secrets/webhook-signatures.ts'
import { findService, serviceSecretPurpose, serviceTokenPurpose } from './token-access.ts'
import { callService } from './calls.ts'
import { ServiceFailure } from './signing-interface.ts'

export const longestName = 100
export const longestToken = 2_000
export const longestUrl = 500

export interface NewService {
  readonly name: string
  readonly url: string
  readonly token: string
}

/** A secret that is shown once. */
export interface ShownSecret {
  readonly id: number
  readonly secret: string
}

/**
 * Adds a service that answers with this token, and returns the secret for its events. For administrators. Throws
 * bad_request for an address that may not be called or does not answer, and conflict where there are too many.
 */
export async function addService(app: App, actor: Actor, input: NewService): Promise<ShownSecret> {
  const { organisationId, userId } = actor
  const checked = { name: checkName(input.name), url: checkUrl(input.url), token: checkToken(input.token) }
  const { name, url } = checked
  const tokenSealed = await app.vault.seal(checked.token, serviceTokenPurpose)
  await tryService(app, { name, url, tokenSealed })
  const secret = newSigningSecret()
  const secretSealed = await app.vault.seal(secret, serviceSecretPurpose)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(tx, 'signingServices', { organisationId })
    const { id } = await tx
      .insertInto('signing_services')
      .values({
        organisation_id: organisationId,
        name,
        url,
        token_sealed: tokenSealed,
        secret_sealed: secretSealed,
        created_by: userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { service: name, url }
    return {
      result: { id, secret },
      events: [organisationEvent('organisation.signingService.added', organisationId, facts)],
    }
  })
}

/**
 * Changes what is given of a service, if it answers as it is then. For administrators. Throws as `addService` does, and
 * not_found.
 */
export async function changeService(
  app: App,
  actor: Actor,
  id: number,
  given: Partial<NewService>,
): Promise<void> {
  const { organisationId } = actor
  const before = await getService(app, actor, id)
  const name = given.name === undefined ? before.name : checkName(given.name)
  const url = given.url === undefined ? before.url : checkUrl(given.url)
  // a token is for the address that it was given for
  if (url !== before.url && given.token === undefined)
    throw badInput('token', sentence('Give the token again: the address is another one.'))
  const tokenSealed =
    given.token === undefined
      ? before.tokenSealed
      : await app.vault.seal(checkToken(given.token), serviceTokenPurpose)
  if (url !== before.url || given.token !== undefined) await tryService(app, { name, url, tokenSealed })
  await change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await writeService(tx, { organisationId, id }, { name, url, token_sealed: tokenSealed })
    const facts = {
      service: name,
      ...(name === before.name ? {} : { before: before.name }),
      ...(url === before.url ? {} : { url }),
      ...(given.token === undefined ? {} : { token: true }),
    }
    return {
      result: undefined,
      events: [organisationEvent('organisation.signingService.changed', organisationId, facts)],
    }
  })
}

/**
 * Makes another secret for the events of a service. The one before counts for `overlapHours` more; one that was before
 * that ends. For administrators. Throws not_found.
 */
export async function rotateServiceSecret(
  app: App,
  actor: Actor,
  { id, overlapHours }: { readonly id: number; readonly overlapHours: number },
): Promise<ShownSecret & { readonly previousExpiresAt: Date }> {
  const { organisationId } = actor
  const { name } = await getService(app, actor, id)
  const secret = newSigningSecret()
  const sealed = await app.vault.seal(secret, serviceSecretPurpose)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const previousExpiresAt = new Date(now.getTime() + overlapHours * 3_600_000)
    await writeService(
      tx,
      { organisationId, id },
      {
        previous_secret_sealed: (eb) => eb.ref('secret_sealed'),
        previous_secret_expires_at: previousExpiresAt,
        secret_sealed: sealed,
      },
    )
    const facts = { service: name, overlapHours }
    return {
      result: { id, secret, previousExpiresAt },
      events: [organisationEvent('organisation.signingService.rotated', organisationId, facts)],
    }
  })
}

/** Removes a service: nothing is sent with it any more. For administrators. Throws conflict while requests are open. */
export async function removeService(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  const { name } = await getService(app, actor, id)
  await change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await writeService(
      tx,
      { organisationId, id },
      {
        removed_at: now,
        token_sealed: null,
        secret_sealed: null,
        previous_secret_sealed: null,
        previous_secret_expires_at: null,
      },
    )
    const open = await tx
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('service_id', '=', id)
      .where('state', '=', 'Open')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (open) throw conflict('Contracts are out for signature with it. Wait for them, or void them, first.')
    return {
      result: undefined,
      events: [organisationEvent('organisation.signingService.removed', organisationId, { service: name })],
    }
  })
}

async function getService(app: App, { organisationId }: Actor, id: number) {
  const service = await findService(app.db, organisationId, id)
  if (!service || service.removedAt !== null) throw notFound()
  return service
}

async function writeService(
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  values: UpdateObject<Tables, 'signing_services'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_services')
    .set(values)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

function checkName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > longestName || /[\u0000-\u001f\u007f]/.test(name))
    throw badInput('name', `must be one line of 1 to ${longestName} characters.`)
  return name
}

/** The address without a slash at its end: what is called is below it. */
function checkUrl(text: string): string {
  const trimmed = text.trim()
  const url = faultOfAddress(trimmed) === undefined ? URL.parse(trimmed) : null
  if (!url || url.search !== '' || url.hash !== '' || trimmed.length > longestUrl)
    throw badInput(
      'url',
      sentence('The address must begin with https://, and have no name, password, question mark or # in it.'),
    )
  return url.href.replace(/\/$/, '')
}

function checkToken(token: string): string {
  if (token === '' || token.length > longestToken || !/^[!-~]+$/.test(token))
    throw badInput('token', `must be 1 to ${longestToken} letters, digits and signs without spaces.`)
  return token
}

/** Throws bad_request unless the service answers. */
async function tryService(
  app: App,
  service: { readonly name: string; readonly url: string; readonly tokenSealed: Buffer | null },
): Promise<void> {
  const refusal = await app.outbound.refusal(new URL(service.url))
  if (refusal !== undefined) throw badInput('url', sentence(`The address is refused: ${refusal}.`))
  try {
    await callService(app, service, { method: 'GET', path: '/health' })
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    const isToken = error.status === 401 || error.status === 403
    throw badInput(isToken ? 'token' : 'url', sentence(error.message))
  }
}
