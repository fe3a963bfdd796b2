// A service of an organisation's own that reads documents beside the rules: off until an administrator sets one.
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { badInput, sentence } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import { faultOfAddress } from '../../../platform/outbound/https-address.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { callReader, ReadingFailure } from './call-reader.ts'

const longestAddress = 500
const longestSecret = 500

/** What the secret of a service is sealed for (platform/secrets/vault.ts). */
export const documentReaderPurpose = (organisationId: number): string =>
  `secret of the reading service of organisation ${organisationId}`

export interface DocumentReader {
  readonly url: string
  readonly hasSecret: boolean
  readonly testedAt: Date
}

/** The service of an organisation; undefined where documents are read by the rules alone. */
export async function findDocumentReader(
  db: Reader,
  organisationId: number,
): Promise<(DocumentReader & { readonly sealed: Buffer | null }) | undefined> {
  const row = await db
    .selectFrom('document_readers')
    .where('organisation_id', '=', organisationId)
    .select(['url', 'secret_sealed as sealed', 'tested_at as testedAt'])
    .executeTakeFirst()
  return row && { ...row, hasSecret: row.sealed !== null }
}

/** The name by which people know the service: its host. */
export const hostOfReader = (url: string): string => new URL(url).host

// what a service is tried with: nothing of the organisation
const sample = [
  { text: 'SERVICES AGREEMENT', page: 1 },
  {
    text: 'This Agreement is made on 1 March 2026 between Northgate Instruments Ltd and Birch and Rowan LLP.',
    page: 1,
  },
  { text: 'It expires on 28 February 2028 and is governed by the laws of England and Wales.', page: 1 },
]

export interface NewService {
  readonly url: string
  /** Undefined keeps the one that is stored for the same address; null is none. */
  readonly secret: string | null | undefined
}

/**
 * Lets the service read a sample, and from now on what people ask it to read. For administrators. Throws bad_request
 * for an address that may not be called or that does not answer as it should: then nothing changes.
 */
export async function setDocumentReader(
  app: App,
  actor: Actor,
  { url, secret: given }: NewService,
): Promise<{ readonly facts: number }> {
  const { organisationId } = actor
  await checkAddress(app, url)
  if (typeof given === 'string' && (given === '' || given.length > longestSecret || /[^ -~]/.test(given)))
    throw badInput('secret', `must have 1 to ${longestSecret} characters that can stand in a header.`)
  const before = await findDocumentReader(app.db, organisationId)
  const kept = given === undefined && before?.url === url ? before.sealed : null
  const secret = kept ? await app.vault.open(kept, documentReaderPurpose(organisationId)) : (given ?? null)
  const { facts } = await callReader(app, { url, secret }, sample).catch((error: unknown) => {
    if (error instanceof ReadingFailure)
      throw badInput('url', sentence(`The service cannot be used: ${error.message}`))
    throw error
  })
  await change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const sealed =
      secret === null ? null : await app.vault.sealIn(tx, secret, documentReaderPurpose(organisationId))
    const row = { url, secret_sealed: sealed, tested_at: now, set_by: actor.userId }
    await tx
      .insertInto('document_readers')
      .values({ organisation_id: organisationId, ...row })
      .onConflict((existing) => existing.column('organisation_id').doUpdateSet(row))
      .execute()
    const events = [organisationEvent('organisation.documentReader.set', organisationId, { url })]
    return { result: undefined, events }
  })
  return { facts: facts.length }
}

/** Documents are read by the rules alone from now on; what the service read is removed. For administrators. */
export function removeDocumentReader(app: App, actor: Actor): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const removed = await tx
      .deleteFrom('document_readers')
      .where('organisation_id', '=', organisationId)
      .returning('url')
      .executeTakeFirst()
    await tx.deleteFrom('reader_readings').where('organisation_id', '=', organisationId).execute()
    const events = removed
      ? [organisationEvent('organisation.documentReader.removed', organisationId, removed)]
      : []
    return { result: undefined, events }
  })
}

async function checkAddress({ outbound }: App, address: string): Promise<void> {
  if (faultOfAddress(address) !== undefined || address.length > longestAddress)
    throw badInput(
      'url',
      sentence('The address must begin with https:// and have no name or password in it.'),
    )
  const refusal = await outbound.refusal(new URL(address))
  if (refusal !== undefined) throw badInput('url', sentence(`The service cannot be called: ${refusal}`))
}
