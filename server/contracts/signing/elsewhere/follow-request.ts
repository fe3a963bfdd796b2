// What becomes of requests at services elsewhere: a job gives them to the service, asks it about them, and writes what
// it says. Events of a service only make that job run sooner.
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { change, internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { execute } from '../here/complete-request.ts'
import { addPdfVersion, contentOfDocument } from '../here/document.ts'
import { endRequest } from '../here/end-request.ts'
import { signatureEvent } from '../here/events.ts'
import { findRequest, lockRequest, type SignatureRequest } from '../here/request.ts'
import { givePacket, signingOverHttp } from './over-http.ts'
import { type FollowedRequest, followSoon } from './queue-follow.ts'
import { findService, type ServiceAccess } from './token-access.ts'
import { type RequestStatus, ServiceFailure } from './signing-interface.ts'
import { takeEnd, takeSigners } from './take-status.ts'

const bySystem = systemActor('signing-service')
// what a service refuses for what it was given, and would refuse again; a wrong token or address can be corrected
const refusals: ReadonlySet<number | undefined> = new Set([400, 409, 410, 413, 415, 422])
// a service that sends no events is asked as well
const pollMinutes = 10
const lastDayPassed = 'Its last day has passed.'
// a person voids it at the service just now, and writes that here
const voidingMs = 2 * 60_000

/**
 * Gives the request to its service unless that has been done, asks about it, and writes what is new. Throws
 * ServiceFailure when the service does not answer as it should: the job is then repeated.
 */
export async function followRequest(
  app: App,
  { organisationId, requestId: id }: FollowedRequest,
): Promise<void> {
  const request = await findRequest(app.db, { organisationId, id })
  if (request?.state !== 'Open' || request.serviceId === null) return
  const service = await findService(app.db, organisationId, request.serviceId)
  if (!service) return
  try {
    const given = await giveOnce(app, service, request)
    if (given) await lookAt(app, service, given)
    await noteAsked(app, request, { service_problem: null })
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    if (request.acceptedAt === null && refusals.has(error.status) && (await isNotTaken(app, request)))
      return endRefused(app, service, request, error)
    await noteAsked(app, request, { service_problem: error.message })
    throw error
  }
}

const isNotTaken = async (app: App, request: SignatureRequest): Promise<boolean> =>
  (await findRequest(app.db, request))?.acceptedAt === null

/** The request as the service has it; undefined if it ended before or while it was given. */
async function giveOnce(
  app: App,
  service: ServiceAccess,
  request: SignatureRequest,
): Promise<SignatureRequest | undefined> {
  if (request.acceptedAt !== null) return request
  const signing = signingOverHttp(app, service)
  if (request.expiresAt <= app.clock.now()) {
    // an earlier attempt may have arrived
    const state = await signing.void(request, lastDayPassed)
    if (state === 'Voided') {
      await takeStatus(app, service, request, { state: 'Expired', reason: null, signers: [] })
      return undefined
    }
  } else
    await givePacket(app, service, request).catch(async (error: unknown) => {
      if (!(error instanceof ServiceFailure) || error.status !== 409) throw error
      // one that has arrived before, if the service knows it
      await signing.status(request).catch(() => {
        throw error
      })
    })
  await noteAsked(app, request, { accepted_at: app.clock.now() })
  const given = await findRequest(app.db, request)
  if (given?.state === 'Open') return given
  // somebody has voided it in the meantime, when the service did not know it yet
  await signing.void({ ...request, acceptedAt: app.clock.now() }, given?.reason ?? 'It was voided.')
  return undefined
}

const noteAsked = (
  app: App,
  { organisationId, id }: SignatureRequest,
  values: { readonly service_problem?: string | null; readonly accepted_at?: Date },
) =>
  internalTransaction(app, (tx, now) =>
    tx
      .updateTable('signature_requests')
      .set({ asked_service_at: now, ...values })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  )

async function lookAt(app: App, service: ServiceAccess, request: SignatureRequest): Promise<void> {
  const signing = signingOverHttp(app, service)
  const status = await signing.status(request)
  if (status.state === 'Completed') return takeDocument(app, service, request, status)
  if (status.state !== 'Open' || request.expiresAt > app.clock.now())
    return takeStatus(app, service, request, status)
  const state = await signing.void(request, lastDayPassed)
  const after = await signing.status(request)
  if (after.state === 'Completed') return takeDocument(app, service, request, after)
  await takeStatus(app, service, request, { ...after, state: state === 'Voided' ? 'Expired' : state })
}

const takeStatus = (app: App, service: ServiceAccess, request: SignatureRequest, status: RequestStatus) =>
  change(app, bySystem, async (tx, now) => {
    const locked = await lockRequest(tx, request.organisationId, request.id)
    const { voidingSince } = locked
    const isBeingVoided = voidingSince !== null && voidingSince.getTime() > now.getTime() - voidingMs
    if (locked.state !== 'Open' || (status.state === 'Voided' && isBeingVoided))
      return { result: undefined, events: [] }
    const of = { service: service.name, now }
    const events = [
      ...(await takeSigners(tx, locked, status, of)),
      ...(await takeEnd(tx, locked, status, of)),
    ]
    return { result: undefined, events }
  })

/** Everybody has signed: the signed document becomes the next version, and the contract is executed with it. */
async function takeDocument(
  app: App,
  service: ServiceAccess,
  request: SignatureRequest,
  status: RequestStatus,
): Promise<void> {
  const pdf = await signingOverHttp(app, service).document(request)
  const { organisationId, fileId, fileVersion: version } = request
  const { name } = await contentOfDocument(app, { organisationId, fileId, version })
  const next = {
    request,
    pdf,
    name: basename(name ?? 'document.pdf'),
    comments: `Signed with ${service.name}`,
    userId: request.createdBy,
  }
  const taken = await addPdfVersion(app, bySystem, next, async (tx, added) => {
    const locked = await lockRequest(tx, organisationId, request.id)
    if (locked.state !== 'Open') throw new AppError('conflict', 'The signature request has ended.')
    const of = { service: service.name, now: added.now }
    const signers = await takeSigners(tx, locked, status, of)
    const signed = { ...locked, fileVersion: added.version, sha256: added.sha256 }
    await tx
      .updateTable('signature_requests')
      .set({ file_version: added.version, sha256: added.sha256 })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', request.id)
      .execute()
    await endRequest(tx, signed, { state: 'Completed', reason: null, now: added.now })
    const facts = {
      sentBy: signed.createdBy,
      service: service.name,
      version: added.version,
      sha256: added.sha256.toString('hex'),
    }
    return { result: signed, events: [...signers, signatureEvent('completed', signed, facts)] }
  }).catch(async (error: unknown) => {
    const isElsewhere = error instanceof AppError && error.code === 'conflict'
    // another process has taken it, or somebody has voided it here
    if (isElsewhere && (await findRequest(app.db, request))?.state !== 'Open') return undefined
    throw error
  })
  if (taken) await execute(app, taken)
}

/** The service does not take it: nobody was asked. */
const endRefused = (
  app: App,
  service: ServiceAccess,
  request: SignatureRequest,
  { message }: ServiceFailure,
) =>
  change(app, bySystem, async (tx, now) => {
    const locked = await lockRequest(tx, request.organisationId, request.id)
    if (locked.state !== 'Open') return { result: undefined, events: [] }
    await endRequest(tx, locked, { state: 'Voided', reason: message, now })
    const facts = { reason: message, service: service.name, sentBy: locked.createdBy }
    return { result: undefined, events: [signatureEvent('voided', locked, facts)] }
  })

/** Has every service asked that has not been asked for ten minutes, or by the last day; returns how many requests. */
export async function pollServices(app: App): Promise<number> {
  const now = app.clock.now()
  const before = new Date(now.getTime() - pollMinutes * 60_000)
  const { rows: organisations } = await sql<{
    organisation_id: number
  }>`/* every organisation: those that have a service */
    select distinct organisation_id from signing_services`.execute(app.db)
  let asked = 0
  for (const { organisation_id: organisationId } of organisations) {
    const due = await app.db
      .selectFrom('signature_requests')
      .where('organisation_id', '=', organisationId)
      .where('service_id', 'is not', null)
      .where('state', '=', 'Open')
      .where((eb) => eb.or([eb('asked_service_at', 'is', null), eb('asked_service_at', '<=', before)]))
      .select('id')
      .execute()
    for (const { id: requestId } of due) {
      await internalTransaction(app, (tx) => followSoon(tx, { organisationId, requestId }))
    }
    asked += due.length
  }
  return asked
}
