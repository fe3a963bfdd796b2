// Letting the service of an organisation read the document of a contract, because somebody asked for it.
import Type from 'typebox'
import { getVersionText, textOfVersion } from '../../../files/texts/version-text.ts'
import { addJob } from '../../../platform/add-job.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { conflict } from '../../../platform/errors.ts'
import { change, internalTransaction } from '../../../platform/events/change.ts'
import { defineJob } from '../../../platform/jobs.ts'
import { getContractFor } from '../../access.ts'
import { findDocument } from '../../approvals/covered.ts'
import { documentReaderAsked } from '../../events.ts'
import { callReader, ReadingFailure } from './call-reader.ts'
import type { AnsweredFacts } from './read-answer.ts'
import { findDocumentReader, hostOfReader, documentReaderPurpose } from './document-reader.ts'
import { findReading, type VersionKey } from './stored-reading.ts'

// an answer takes a minute at most; what has none by then was lost
const lostAfterMs = 300_000

/**
 * Has the current version of the document read by the service, in the background; what it read before is replaced. For
 * those who may record facts. Throws conflict where the organisation has no service, while it reads, and for a document
 * without text.
 */
export async function askDocumentReader(app: App, actor: Actor, contractId: number): Promise<void> {
  const { organisationId } = await getContractFor(app.db, actor, contractId, 'keyDates')
  const service = await findDocumentReader(app.db, organisationId)
  if (!service)
    throw conflict('Your organisation has no service that reads documents. An administrator sets one.')
  const document = await findDocument(app.db, { organisationId, id: contractId })
  if (!document) throw conflict('The contract has no document to read.')
  const { fileId, version } = document
  const { paragraphs } = await getVersionText(app, actor, fileId, version)
  if (paragraphs.length === 0) throw conflict('The document has no text that can be read.')
  const host = hostOfReader(service.url)
  await change(app, actor, async (tx, now) => {
    const contract = await getContractFor(tx, actor, contractId, 'keyDates')
    const key = { organisationId, fileId, version }
    const before = await findReading(tx, key)
    if (before?.state === 'Reading' && now.getTime() - before.askedAt.getTime() < lostAfterMs)
      throw conflict(`${before.host} is reading the document already.`)
    const asked = {
      state: 'Reading',
      host,
      reason: null,
      facts: null,
      left_out: 0,
      asked_by: actor.userId,
      asked_at: now,
      answered_at: null,
    }
    await tx
      .insertInto('reader_readings')
      .values({ organisation_id: organisationId, file_id: fileId, version, ...asked })
      .onConflict((same) => same.columns(['organisation_id', 'file_id', 'version']).doUpdateSet(asked))
      .execute()
    await addJob(tx, askReaderJob.name, key)
    return { result: undefined, events: [documentReaderAsked(contract, { fileId, version, host })] }
  })
}

/** The job that asks it. */
export const askReaderJob = defineJob({
  name: 'ask-document-reader',
  lane: 'long',
  payload: Type.Object({ organisationId: Type.Number(), fileId: Type.Number(), version: Type.Number() }),
  run: async (app, key) => {
    const outcome = await readBy(app, key)
    await storeOutcome(app, key, outcome)
  },
})

/** What it read, or why it did not. */
async function readBy(app: App, key: VersionKey): Promise<AnsweredFacts | string> {
  const service = await findDocumentReader(app.db, key.organisationId)
  if (!service) return 'the service was removed'
  const { url, sealed } = service
  const text = await textOfVersion(app, key)
  if (!text) return 'the document has no text by now'
  const secret = sealed ? await app.vault.open(sealed, documentReaderPurpose(key.organisationId)) : null
  try {
    return await callReader(app, { url, secret }, text.paragraphs)
  } catch (error) {
    if (error instanceof ReadingFailure) return error.message
    throw error
  }
}

const storeOutcome = (app: App, key: VersionKey, outcome: AnsweredFacts | string): Promise<void> =>
  internalTransaction(app, async (tx, now) => {
    const answered =
      typeof outcome === 'string'
        ? { state: 'Failed', reason: outcome }
        : { state: 'Read', facts: JSON.stringify(outcome.facts), left_out: outcome.leftOut }
    await tx
      .updateTable('reader_readings')
      .where('organisation_id', '=', key.organisationId)
      .where('file_id', '=', key.fileId)
      .where('version', '=', key.version)
      .where('state', '=', 'Reading')
      .set({ ...answered, answered_at: now })
      .execute()
  })
