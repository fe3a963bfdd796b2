// Stages an uploaded file for a contract that its sender is about to create.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { forbidden } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { checkMd5, toContent } from '../contents/file-content.ts'
import { withStoredContent } from '../contents/stored-blobs.ts'
import { extensionOf } from '../contents/content-type.ts'
import { takeId } from '../../platform/postgres/take-id.ts'

interface StagedUpload {
  /** The content, as it arrives. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The MD5 checksum that the content must have. */
  readonly md5?: Buffer | undefined
  /** Resolves when the whole request has arrived. */
  readonly whole: () => Promise<void>
}

/**
 * Stores the file as a staged upload (uploads/staged-uploads.ts) and returns the id that it will have as the document
 * of the contract. Throws forbidden for people who may not create contracts.
 */
export function stageForContract(app: App, actor: Actor, upload: StagedUpload): Promise<number> {
  if (!actor.permissions.has('ContractCreator') || actor.organisationType !== 'Customer') {
    throw forbidden('Only people of a legal department who may create contracts may upload files for them.')
  }
  const { organisationId, userId } = actor
  return withStoredContent(app, organisationId, upload.source, async (content) => {
    checkMd5(content, upload.md5)
    await upload.whole()
    return change(app, actor, async (tx, now) => {
      await checkRoom(tx, 'stagedUploads', actor)
      const received = await toContent({ ...upload, content, now })
      const fileId = await takeId(tx, 'files')
      await tx
        .insertInto('waiting_files')
        .values({
          organisation_id: organisationId,
          file_id: fileId,
          storage_key: received.key,
          size: received.size,
          sha256: received.sha256,
          md5: received.md5,
          content_type: received.contentType,
          name: received.name ?? `upload-${fileId}.${extensionOf(received.contentType)}`,
          created_by: userId,
          created_at: now,
        })
        .execute()
      // a staged upload is private to its sender, and has no history
      return { result: fileId, events: [] }
    })
  })
}
