// Staged uploads: files uploaded for a contract that does not exist yet, and visible to nobody but their sender. A
// staged upload is in no list and raises no event. Creating the contract takes it, once, in the same transaction;
// otherwise it is removed after a day. The table is `waiting_files`.
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import type { Content } from '../contents/file-content.ts'

const lifetimeHours = 24

/** Staged uploads from before this moment have expired. */
export const stagedUploadsExpireBefore = (now: Date): Date =>
  new Date(now.getTime() - lifetimeHours * 3_600_000)

/**
 * Takes the staged upload, to be recorded in the same transaction. Throws bad_request naming `document` if the actor
 * has no staged upload with this id; another contract may have taken it at the same time.
 */
export async function takeStagedUpload(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'organisationId'>,
  { fileId, now }: { readonly fileId: number; readonly now: Date },
): Promise<Content> {
  const row = await tx
    .deleteFrom('waiting_files')
    .where('organisation_id', '=', actor.organisationId)
    .where('file_id', '=', fileId)
    .where('created_by', '=', actor.userId)
    .where('created_at', '>', stagedUploadsExpireBefore(now))
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    throw badInput(
      'document',
      'must be the id of a file that you uploaded within the last day for a contract that does not exist yet: POST /v2/files with targetResourceType ContractCreation.',
    )
  }
  return {
    key: row.storage_key,
    size: row.size,
    sha256: row.sha256,
    md5: row.md5,
    contentType: row.content_type,
    name: row.name,
    comments: null,
    now,
  }
}
