// Keeps an uploaded file for a contract that its sender is about to make.
import type { Readable } from 'node:stream'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { forbidden } from '../../platform/errors.ts'
import { checkMd5, withContent } from '../contents/content.ts'
import { extensionOf } from '../contents/content-type.ts'
import { nextFileId } from '../uploads/new-row.ts'
import { receive } from '../versions.ts'

interface WaitingUpload {
  /** The bytes, as they arrive. */
  readonly source: Readable
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  /** The checksum that the bytes must have. */
  readonly md5?: Buffer | undefined
  /** Makes sure that the request has come whole. */
  readonly whole: () => Promise<void>
}

/**
 * Stores the file where it waits (files/waiting.ts) and answers the id that it will have as the contract's document. Throws
 * forbidden for those who may not create contracts.
 */
export function keepForContract(app: App, actor: Actor, upload: WaitingUpload): Promise<number> {
  if (!actor.permissions.has('ContractCreator') || actor.organisationType !== 'Customer') {
    throw forbidden('Only people of a legal department who may create contracts may upload files for them.')
  }
  const { organisationId, userId } = actor
  return withContent(app, organisationId, upload.source, async (content) => {
    checkMd5(content, upload.md5)
    await upload.whole()
    return change(app, actor, async (tx, now) => {
      const received = await receive({ ...upload, content, now })
      const fileId = await nextFileId(tx)
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
      // what waits is nobody else's business, and has no history
      return { result: fileId, events: [] }
    })
  })
}
