// A new version of a Word document that is the current one with something edited in it.
import { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { getFileToSee } from '../access.ts'
import { type Upload } from '../commands/upload-file.ts'
import { uploadVersion } from '../commands/upload-version.ts'
import { checkSize, getVersionToCompare, type VersionRef } from '../comparisons/comparison.ts'
import { checkUnlocked, type File } from '../file.ts'
import { getFileContent } from '../read-file.ts'
import { purposeOfMarkup } from './read-markup.ts'
import { readBytes } from '../../platform/workers/join-bytes.ts'

/** What an edit makes of a document. */
export interface Edited {
  readonly document: Uint8Array
  /** What was done, for those who read the list of versions. */
  readonly comments: string
  /** For the history. */
  readonly facts: Upload['facts']
  readonly also?: Upload['also']
}

interface Editing extends VersionRef {
  readonly edit: (document: Buffer, file: File) => Promise<Edited>
  /** Throws if the file is not the one that the caller has read. */
  readonly checkVersion: (revision: number) => void
  /** What only Word documents are for. */
  readonly purpose?: string
}

/**
 * Edits the current version and records the outcome as the next one. Throws conflict if there is a later version, or
 * the content changed meanwhile; and like an upload of a version.
 */
export async function saveEdited(
  app: App,
  actor: Actor,
  { edit, checkVersion, purpose = purposeOfMarkup, ...ref }: Editing,
): Promise<VersionRef> {
  const version = await getVersionToCompare(app, actor, ref, purpose)
  checkSize(version)
  const file = await getFileToSee(app, app.db, actor, ref.fileId)
  checkVersion(file.revision)
  checkCurrent(file, ref)
  // before the work, and again when it is recorded
  await app.subjects[file.subject.kind].getToContribute(app.db, actor, file.subject.id)
  checkUnlocked(file, actor.userId, app.clock.now())
  const content = await getFileContent(app, actor, ref.fileId, ref.version)
  const { document, ...said } = await edit(await readBytes(await content.open()), file)
  return uploadVersion(app, actor, ref.fileId, {
    source: Readable.from([Buffer.from(document)]),
    fileName: version.name,
    contentType: content.contentType,
    whole: () => Promise.resolve(),
    comments: () => said.comments,
    facts: said.facts,
    also: said.also,
    checkVersion: (now) => {
      checkVersion(now.revision)
      checkCurrent(now, ref)
      if (now.revision !== file.revision)
        throw conflict(`${file.name} was changed while this was done. Open it again.`)
    },
  })
}

function checkCurrent({ name, version }: File, ref: VersionRef): void {
  if (version === ref.version) return
  throw conflict(
    `${name} has a later version (${version}). Open that one: what you have read is out of date.`,
  )
}
