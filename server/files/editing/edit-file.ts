// Editing a Word document paragraph by paragraph: its text as it is edited, and the edits as a new version with tracked
// changes in the name of who made them.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import {
  documentEdited,
  type EditableParagraph,
  type ParagraphEdit,
  paragraphsListed,
} from '../../platform/documents/editing/edit-document.ts'
import { conflict } from '../../platform/errors.ts'
import { unpackList } from '../../platform/workers/packed-list.ts'
import type { VersionRef } from '../comparisons/comparison.ts'
import { readWordVersion } from '../markup/read-word-version.ts'
import { saveEdited } from '../markup/save-edited.ts'
import { purposeOfEditing, removeDraft } from './draft.ts'
import { unlockAfterEditing } from './lock-for-editing.ts'

export interface EditableText {
  /** Of the file, when it was read. */
  readonly revision: number
  readonly isCurrent: boolean
  readonly paragraphs: readonly EditableParagraph[]
}

/**
 * The paragraphs of a version. Throws not_found like a download, conflict for what is no Word document or too large,
 * and bad_request for one that is damaged or too much to be read.
 */
export async function getEditableText(app: App, actor: Actor, ref: VersionRef): Promise<EditableText> {
  const read = await readWordVersion(app, actor, ref, purposeOfEditing)
  const { organisationId, bytes, revision, isCurrent } = read
  const listed = await app.documents.run(paragraphsListed, bytes, { organisationId, input: 'document' })
  return { revision, isCurrent, paragraphs: await unpackList(listed) }
}

export interface EditedVersion extends VersionRef {
  readonly changed: number
  readonly added: number
  readonly removed: number
  readonly rowsAdded: number
  readonly rowsRemoved: number
}

/**
 * Writes the edits into the current version as tracked changes, as a new version; the actor's draft and lock end with
 * it. Throws bad_request for ids of no paragraph, conflict if nothing is changed or a later version exists, and like an
 * upload.
 */
export async function editFile(
  app: App,
  actor: Actor,
  {
    edits,
    ...of
  }: VersionRef & {
    readonly edits: readonly ParagraphEdit[]
    readonly checkVersion: (revision: number) => void
  },
): Promise<EditedVersion> {
  let counts = { changed: 0, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 0 }
  const made = await saveEdited(app, actor, {
    ...of,
    purpose: purposeOfEditing,
    edit: async (document, file) => {
      const date = app.clock
        .now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
      const { document: edited, ...counted } = await app.documents.run(
        documentEdited,
        { document, edits, author: actor.name, date },
        { organisationId: file.organisationId, input: 'document' },
      )
      counts = counted
      const said = sentenceOf(counts)
      if (said === '') throw conflict('Nothing was edited: the text is what it was.')
      return {
        document: edited,
        comments: `${said} of version ${file.version}.`,
        facts: { edited: { from: null, to: said } },
        also: async (tx) => {
          await removeDraft(tx, actor, file)
          return unlockAfterEditing(tx, actor, file)
        },
      }
    },
  })
  return { ...made, ...counts }
}

/** "Edited 3, added 1 and removed 2 paragraphs, and added 1 row". */
function sentenceOf({
  changed,
  added,
  removed,
  rowsAdded,
  rowsRemoved,
}: Omit<EditedVersion, keyof VersionRef>): string {
  const paragraphs = doneTo('paragraph', { edited: changed, added, removed })
  const rows = doneTo('row', { added: rowsAdded, removed: rowsRemoved })
  const all = [paragraphs, rows].filter((part) => part !== '').join(', and ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}`
}

function doneTo(one: string, counts: Readonly<Record<string, number>>): string {
  const done = Object.entries(counts).flatMap(([act, count]) => (count > 0 ? [`${act} ${count}`] : []))
  if (done.length === 0) return ''
  const listed = done.length === 1 ? done[0] : `${done.slice(0, -1).join(', ')} and ${done.at(-1)}`
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return `${listed} ${total === 1 ? one : `${one}s`}`
}
