// The tracked changes and comments of a version of a Word document, read when they are asked for.
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import {
  type ListedChange,
  type ListedComment,
  markupRead,
} from '../../platform/documents/markup/read-markup.ts'
import { unpackList } from '../../platform/workers/packed-list.ts'
import { getFileToSee } from '../access.ts'
import { checkSize, getVersionToCompare, type VersionRef } from '../comparisons/comparison.ts'
import { getFileContent } from '../read-file.ts'

export interface Markup {
  /** Of the file, when it was read. */
  readonly revision: number
  /** Whether it is the current version, whose changes can be decided. */
  readonly isCurrent: boolean
  readonly changes: readonly ListedChange[]
  /** How many there are: of very many the first are listed. */
  readonly total: number
  readonly comments: readonly ListedComment[]
}

export const purposeOfMarkup = 'have tracked changes and comments'

/**
 * The tracked changes and comments of a version. Throws not_found like a download, conflict for what is no Word
 * document or too large, and bad_request for one that is damaged or too much to be read.
 */
export async function getMarkup(app: App, actor: Actor, ref: VersionRef): Promise<Markup> {
  const version = await getVersionToCompare(app, actor, ref, purposeOfMarkup)
  checkSize(version)
  const file = await getFileToSee(app, app.db, actor, ref.fileId)
  const content = await getFileContent(app, actor, ref.fileId, ref.version)
  const bytes = await buffer(await content.open())
  const { organisationId } = version
  const read = await app.documents.run(markupRead, bytes, { organisationId, input: 'document' })
  return {
    revision: file.revision,
    isCurrent: file.version === ref.version,
    changes: await unpackList(read.changes),
    total: read.total,
    comments: await unpackList(read.comments),
  }
}
