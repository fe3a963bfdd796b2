// What of a Word document goes to the other side besides its text: all of it, no comments, or nothing that is
// undecided.
import { getFileContent } from '../../files/read-file.ts'
import { saveEdited } from '../../files/markup/save-edited.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { hiddenRead, hiddenRemoved, hiddenWords } from '../../platform/documents/markup/hidden-content.ts'
import { textFormatOf } from '../../platform/documents/text/text-formats.ts'
import { conflict } from '../../platform/errors.ts'
import { readBytes } from '../../platform/workers/join-bytes.ts'

export const sentContents = ['AsIs', 'WithoutComments', 'Clean'] as const
export type SentContents = (typeof sentContents)[number]

interface Sent {
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
  readonly contents: SentContents | undefined
}

const done = {
  WithoutComments:
    'without comments, hidden text, hidden data and the names of those who wrote it, for the other side',
  Clean:
    'with all changes accepted, without comments, hidden text, hidden data and names, for the other side',
} as const

/**
 * The version that is sent: the one named, or the next one, without what is not to be sent. Throws conflict, with what
 * it contains, for a document with more than its text (`HiddenContent`) of which the caller does not say what becomes
 * of it.
 */
export async function versionToSend(
  app: App,
  actor: Actor,
  { organisationId, fileId, version, contents }: Sent,
): Promise<number> {
  if (contents === 'AsIs') return version
  const content = await getFileContent(app, actor, fileId, version)
  const isWord = textFormatOf(content.contentType, content.name ?? '') === 'docx'
  if (!isWord) return version
  const of = { organisationId, input: 'document' }
  if (contents === undefined) {
    const found = await app.documents.run(hiddenRead, await readBytes(await content.open()), of)
    if (hiddenWords(found) === '') return version
    throw conflict(
      `The document contains ${hiddenWords(found)}. Say with "contents" what the other side gets: AsIs, WithoutComments or Clean.`,
    )
  }
  const changes = contents === 'Clean' ? 'Accept' : 'Keep'
  const made = await saveEdited(app, actor, {
    fileId,
    version,
    checkVersion: () => undefined,
    edit: async (document) => ({
      document: await app.documents.run(hiddenRemoved, { document, changes }, of),
      comments: `Version ${version} ${done[contents]}.`,
      facts: { edited: { from: null, to: `Version ${version} ${done[contents]}` } },
    }),
  })
  return made.version
}
