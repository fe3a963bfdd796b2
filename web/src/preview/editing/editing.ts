// Editing a Word document: its text, the lock, the draft and the version that is made, as the server has them.
import type { Answer } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { hasStatus } from '../../lib/refusal.ts'
import type { LookChange } from './looks.ts'

const draftPath = '/v2/files/{fileId}/draft'
const lockPath = '/v2/files/{fileId}/lock'

export type EditableParagraph =
  Answer<'/v2/files/{fileId}/versions/{version}/paragraphs'>['paragraphs'][number]
type FileDraft = Answer<typeof draftPath>
export type FileLock = Answer<typeof lockPath>

export interface DraftEdit {
  readonly paragraph: number
  /** What it says now: null if it is removed, undefined if it is as it was. */
  readonly text?: string | null | undefined
  /** How stretches of that text look from then on. */
  readonly looks?: readonly LookChange[] | undefined
  readonly added?: readonly string[] | undefined
  /** Whether the row of the table that it begins is removed. */
  readonly rowRemoved?: boolean | undefined
  /** Rows after that row, with the texts of their cells. */
  readonly rowsAdded?: readonly (readonly string[])[] | undefined
}

/** What somebody has edited and not saved. */
export type KeptDraft = Omit<FileDraft, 'edits'> & { readonly edits: readonly DraftEdit[] }

export interface EditedFile {
  readonly fileId: number
  readonly version: number
}

const pathOf = ({ fileId, version }: EditedFile) => ({ path: { fileId, version } })

/** Locks the file, or renews that. Somebody else who has it is the outcome. */
export async function lockFile(
  fileId: number,
  takeOver = false,
): Promise<{ own?: FileLock; other?: FileLock }> {
  const params = { path: { fileId } }
  const body = { for: 'Editing' as const, ...(takeOver ? { takeOver } : {}) }
  try {
    return { own: await answer(client.PUT(lockPath, { params, body })) }
  } catch (error) {
    if (!hasStatus(error, 423)) throw error
    return { other: await answer(client.GET(lockPath, { params })) }
  }
}

/** Ends a lock that was made for editing, unless somebody else has taken it over. */
export async function unlockFile(fileId: number, { user }: FileLock): Promise<void> {
  const params = { path: { fileId } }
  const now = await answer(client.GET(lockPath, { params }))
  if (now.user.id === user.id && now.for === 'Editing') await client.DELETE(lockPath, { params })
}

/** The paragraphs of a version, with the tag of its file. */
export const readParagraphs = (file: EditedFile) =>
  answerWithTag(client.GET('/v2/files/{fileId}/versions/{version}/paragraphs', { params: pathOf(file) }))

/** The person's own draft, if there is one. */
export async function readDraft(fileId: number): Promise<KeptDraft | undefined> {
  try {
    const { edits, ...draft } = await answer(client.GET(draftPath, { params: { path: { fileId } } }))
    return { ...draft, edits: edits.map(editFrom) }
  } catch (error) {
    if (hasStatus(error, 404)) return undefined
    throw error
  }
}

const editFrom = (edit: FileDraft['edits'][number]): DraftEdit => {
  const { paragraph, text, removed, looks, added, rowRemoved, rowsAdded } = edit
  return {
    paragraph,
    ...(removed ? { text: null } : typeof text === 'string' ? { text } : {}),
    ...(looks.length > 0 ? { looks } : {}),
    ...(added.length > 0 ? { added } : {}),
    ...(rowRemoved ? { rowRemoved } : {}),
    ...(rowsAdded.length > 0 ? { rowsAdded } : {}),
  }
}

const sent = (edits: readonly DraftEdit[]) =>
  edits.map(({ paragraph, text, looks = [], added = [], rowRemoved, rowsAdded = [] }) => ({
    paragraph,
    ...(typeof text === 'string' ? { text } : {}),
    ...(text === null ? { removed: true } : {}),
    ...(looks.length > 0 ? { looks: looks.map((each) => ({ ...each })) } : {}),
    ...(added.length > 0 ? { added: [...added] } : {}),
    ...(rowRemoved ? { rowRemoved } : {}),
    ...(rowsAdded.length > 0 ? { rowsAdded: rowsAdded.map((cells) => [...cells]) } : {}),
  }))

/** Keeps the draft; one without edits is none. */
export async function keepDraft({ fileId, version }: EditedFile, edits: readonly DraftEdit[]): Promise<void> {
  const params = { path: { fileId } }
  if (edits.length === 0) await client.DELETE(draftPath, { params })
  else await client.PUT(draftPath, { params, body: { version, edits: sent(edits) } })
}

/** Makes the new version. */
export const saveEdits = (file: EditedFile, etag: string | undefined, edits: readonly DraftEdit[]) =>
  answer(
    client.POST('/v2/files/{fileId}/versions/{version}/edits', {
      params: { ...pathOf(file), header: ifMatch(etag) },
      body: { edits: sent(edits) },
    }),
  )
