// A version of a Word document that somebody may see, with its bytes, for whatever is read of it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { getFileToSee } from '../access.ts'
import { checkSize, getVersionToCompare, type VersionRef } from '../comparisons/comparison.ts'
import { getFileContent } from '../read-file.ts'
import { readBytes } from '../../platform/workers/join-bytes.ts'

export interface WordVersion {
  readonly organisationId: number
  /** Of the file, when it was read. */
  readonly revision: number
  readonly isCurrent: boolean
  readonly bytes: Buffer
}

/**
 * Reads the version. Throws not_found like a download, and conflict, which says what only Word documents are for, for
 * what is none or too large.
 */
export async function readWordVersion(
  app: App,
  actor: Actor,
  ref: VersionRef,
  purpose: string,
): Promise<WordVersion> {
  const version = await getVersionToCompare(app, actor, ref, purpose)
  checkSize(version)
  const file = await getFileToSee(app, app.db, actor, ref.fileId)
  const content = await getFileContent(app, actor, ref.fileId, ref.version)
  return {
    organisationId: version.organisationId,
    revision: file.revision,
    isCurrent: file.version === ref.version,
    bytes: await readBytes(await content.open()),
  }
}
