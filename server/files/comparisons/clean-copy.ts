// A version without tracked changes: all of them accepted.
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { acceptAllChanges } from '../../platform/documents/redline/compare-documents.ts'
import { trackedChangesFound } from '../../platform/documents/redline/read-redline.ts'
import { AppError } from '../../platform/errors.ts'
import { createDocumentQueue } from '../../platform/workers/document-queue.ts'
import { getFileContent } from '../read-file.ts'
import { checkSize, getVersionToCompare, type VersionRef } from './comparison.ts'
import { madeDocument, type MadeDocument } from './read-comparison.ts'

// in each server process: one takes a second of a processor, or a few
const queue = createDocumentQueue({ running: 1, runningOfOne: 1, waitingOfOne: 3, waitingOfAll: 20 })

/**
 * The version with all its tracked changes accepted; as it is if it has none. Throws conflict for what is no Word
 * document, and unavailable while too many are being made.
 */
export async function getCleanCopy(app: App, actor: Actor, ref: VersionRef): Promise<MadeDocument> {
  const version = await getVersionToCompare(app, actor, ref)
  checkSize(version)
  const { organisationId, fileId } = version
  const content = await getFileContent(app, actor, fileId, version.version)
  const bytes = await buffer(await content.open())
  const isMarked = await app.documents.run(trackedChangesFound, bytes, { organisationId, input: 'document' })
  const clean = isMarked ? await accepted(organisationId, bytes) : bytes
  return madeDocument(version.name, 'clean copy', clean)
}

async function accepted(organisationId: number, bytes: Buffer): Promise<Buffer> {
  const end = await queue.take(String(organisationId))
  if (!end)
    throw new AppError('unavailable', 'Too many documents are being made at the moment. Try again shortly.', {
      headers: { 'retry-after': '5' },
    })
  try {
    return await acceptAllChanges(bytes)
  } finally {
    end()
  }
}
