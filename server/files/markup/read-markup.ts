// The tracked changes and comments of a version of a Word document, read when they are asked for.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type HiddenContent, hiddenRead } from '../../platform/documents/markup/hidden-content.ts'
import {
  type ListedChange,
  type ListedComment,
  markupRead,
} from '../../platform/documents/markup/read-markup.ts'
import { unpackList } from '../../platform/workers/packed-list.ts'
import type { VersionRef } from '../comparisons/comparison.ts'
import { readWordVersion } from './read-word-version.ts'

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
  const version = await readWordVersion(app, actor, ref, purposeOfMarkup)
  const { organisationId, bytes, revision, isCurrent } = version
  const read = await app.documents.run(markupRead, bytes, { organisationId, input: 'document' })
  return {
    revision,
    isCurrent,
    changes: await unpackList(read.changes),
    total: read.total,
    comments: await unpackList(read.comments),
  }
}

/** What a version says besides its text. Throws like `getMarkup`. */
export async function getHiddenContent(app: App, actor: Actor, ref: VersionRef): Promise<HiddenContent> {
  const { organisationId, bytes } = await readWordVersion(app, actor, ref, purposeOfMarkup)
  return app.documents.run(hiddenRead, bytes, { organisationId, input: 'document' })
}
