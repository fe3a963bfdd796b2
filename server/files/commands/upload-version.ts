// Uploading a new version of a file that is known by its id.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { getFileToSee } from '../access.ts'
import type { File } from '../file.ts'
import { uploadToSubject } from './upload-file.ts'

interface NewVersion {
  /** The bytes, as they arrive. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The checksum that the bytes must have. */
  readonly md5?: Buffer | undefined
  /** Makes sure that the request has come whole. */
  readonly whole: () => Promise<void>
  /** Throws when the file is not as its sender has seen it. */
  readonly checkVersion: (file: File) => void
}

/** Stores the bytes and records them as the next version; answers the file's id. Throws 400 for a folder. */
export async function uploadVersion(app: App, actor: Actor, id: number, upload: NewVersion): Promise<number> {
  const file = await getFileToSee(app, app.db, actor, id)
  if (file.kind === 'Folder')
    throw badInput('fileId', 'is that of a folder, which has no versions; give the id of a file.')
  const subject = await app.subjects[file.subject.kind].getToContribute(app.db, actor, file.subject.id)
  const placement = { parentFileId: id, checkParent: upload.checkVersion }
  const uploaded = await uploadToSubject(app, actor, subject, {
    ...upload,
    known: placement,
    placement: async () => {
      await upload.whole()
      return placement
    },
  })
  if (!uploaded) throw new Error('Nothing is left out without conflictResolution Skip')
  return uploaded.fileId
}
