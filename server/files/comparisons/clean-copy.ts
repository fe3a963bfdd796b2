// A version without what its author did not mean to pass on: tracked changes, all accepted, comments, hidden
// text, properties, data of programs and names.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { hiddenRemoved } from '../../platform/documents/markup/hidden-content.ts'
import { getFileContent } from '../read-file.ts'
import { checkSize, getVersionToCompare, type VersionRef } from './comparison.ts'
import { madeDocument, type MadeDocument } from './read-comparison.ts'
import { readBytes } from '../../platform/workers/join-bytes.ts'

/**
 * The version with all its tracked changes accepted, and without comments, hidden text, hidden properties and data, and
 * the names of those who worked on it.
 * Throws conflict for what is no Word document.
 */
export async function getCleanCopy(app: App, actor: Actor, ref: VersionRef): Promise<MadeDocument> {
  const version = await getVersionToCompare(app, actor, ref)
  checkSize(version)
  const { organisationId, name, fileId } = version
  const content = await getFileContent(app, actor, fileId, version.version)
  const document = await readBytes(await content.open())
  const of = { organisationId, input: 'document' }
  const clean = await app.documents.run(hiddenRemoved, { document, changes: 'Accept' }, of)
  return madeDocument(name, 'clean copy', Buffer.from(clean))
}
