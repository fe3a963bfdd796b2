// Uploading a new version of a file by its id.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { getFileToSee } from '../access.ts'
import type { File } from '../file.ts'
import { type Upload, uploadToSubject } from './upload-file.ts'

interface NewVersion {
  /** The content, as it arrives. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The MD5 checksum that the content must have. */
  readonly md5?: Buffer | undefined
  /** Resolves when the whole request has arrived. */
  readonly whole: () => Promise<void>
  /** On the version; called when the whole request has arrived. */
  readonly comments?: () => string | undefined
  /** Takes what the content came from, in the transaction that records the version. */
  readonly claim?: Upload['claim']
  /** What the event says besides. */
  readonly facts?: Upload['facts']
  /** Writes what belongs to the version, in the transaction that records it. */
  readonly also?: Upload['also']
  /** Throws if the file is not the one that the sender has read. */
  readonly checkVersion: (file: File) => void
}

/** Stores the content and records it as the next version. Throws bad_request for a folder. */
export async function uploadVersion(
  app: App,
  actor: Actor,
  id: number,
  upload: NewVersion,
): Promise<{ readonly fileId: number; readonly version: number }> {
  const file = await getFileToSee(app, app.db, actor, id)
  if (file.kind === 'Folder')
    throw badInput('fileId', 'is the id of a folder, which has no versions; send the id of a file.')
  const subject = await app.subjects[file.subject.kind].getToContribute(app.db, actor, file.subject.id)
  const placement = { parentFileId: id, checkParent: upload.checkVersion }
  const uploaded = await uploadToSubject(app, actor, subject, {
    ...upload,
    known: placement,
    placement: async () => {
      await upload.whole()
      return { ...placement, comments: upload.comments?.() }
    },
  })
  if (!uploaded) throw new Error('A file is only skipped with conflictResolution Skip')
  return uploaded
}
