// The time-stamp authority of an organisation (RFC 3161), which says when something was sealed.
import { createHash } from 'node:crypto'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { AppError, badInput, sentence } from '../platform/errors.ts'
import { change } from '../platform/events/change.ts'
import { boundedCall } from '../platform/outbound/bounded-call.ts'
import { timeStampAsked, timeStampAnswer } from './workers.ts'
import type { TimeStamp } from './time-stamp-token.ts'

const longestWaitMs = 8_000
const largestAnswer = 64 * 1024
const longestAddress = 500

export interface TimeStampAuthority {
  readonly url: string
  readonly testedAt: Date
}

/** The authority of an organisation; undefined if seals have no time stamp. */
export async function findTimeStampAuthority(
  { db }: Pick<App, 'db'>,
  organisationId: number,
): Promise<TimeStampAuthority | undefined> {
  const row = await db
    .selectFrom('time_stamp_authorities')
    .where('organisation_id', '=', organisationId)
    .select(['url', 'tested_at as testedAt'])
    .executeTakeFirst()
  return row
}

/**
 * Asks the authority for a time stamp, and from now on for one with every seal. For administrators. Throws bad_request
 * for an address that may not be called, or that gives no time stamp: then nothing changes.
 */
export async function setTimeStampAuthority(app: App, actor: Actor, url: string): Promise<TimeStamp> {
  const { organisationId } = actor
  checkAddress(url)
  const signature = createHash('sha256').update(`${organisationId} ${app.clock.now().toISOString()}`).digest()
  const { stamp } = await requestTimeStamp(app, { organisationId, url, signature }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable')
        throw badInput('url', sentence(error.message))
      throw error
    },
  )
  await change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const row = { url, tested_at: now, set_by: actor.userId }
    await tx
      .insertInto('time_stamp_authorities')
      .values({ organisation_id: organisationId, ...row })
      .onConflict((existing) => existing.column('organisation_id').doUpdateSet(row))
      .execute()
    const events = [organisationEvent('organisation.timeStampAuthority.set', organisationId, { url })]
    return { result: undefined, events }
  })
  return stamp
}

/** Seals have no time stamp from now on. Does nothing if they have none. For administrators. */
export function removeTimeStampAuthority(app: App, actor: Actor): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const removed = await tx
      .deleteFrom('time_stamp_authorities')
      .where('organisation_id', '=', organisationId)
      .returning('url')
      .executeTakeFirst()
    const events = removed
      ? [organisationEvent('organisation.timeStampAuthority.removed', organisationId, removed)]
      : []
    return { result: undefined, events }
  })
}

function checkAddress(address: string): void {
  const url = URL.parse(address)
  if (
    url?.protocol !== 'https:' ||
    url.username !== '' ||
    url.password !== '' ||
    address.length > longestAddress
  )
    throw badInput(
      'url',
      sentence('The address must begin with https:// and have no name or password in it.'),
    )
}

interface Question {
  readonly organisationId: number
  readonly url: string
  /** What is stamped. */
  readonly signature: Uint8Array
}

/** A time stamp of the signature. Throws unavailable, with the reason, if the authority gives none. */
export async function requestTimeStamp(
  app: App,
  { organisationId, url, signature }: Question,
): Promise<{ readonly token: Uint8Array; readonly stamp: TimeStamp }> {
  const of = { organisationId, input: 'url' }
  const request = await app.documents.run(timeStampAsked, signature, of)
  const answer = await post(app, url, Buffer.from(request)).catch((error: unknown) => {
    throw refused(error instanceof Error ? (rootOf(error) ?? error.message) : 'no answer', error)
  })
  const read = await app.documents.run(timeStampAnswer, { answer, signature }, of)
  if (!read) throw refused('its answer is not a time stamp')
  return read
}

const refused = (reason: string, cause?: unknown) =>
  new AppError('unavailable', `The time-stamp authority gave no time stamp: ${reason}.`, {
    headers: { 'retry-after': '30' },
    cause,
  })

const rootOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? (rootOf(cause) ?? cause.message) : undefined

async function post({ outbound }: App, url: string, body: Buffer): Promise<Uint8Array> {
  const { status, bytes } = await boundedCall(outbound, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body,
    longestWaitMs,
    largestAnswer,
  })
  if (status !== 200) throw new Error(`it answered with status ${status}`)
  return bytes
}
