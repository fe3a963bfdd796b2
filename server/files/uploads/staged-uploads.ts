// Files that wait: uploaded for a contract that is yet to be made, and known to nobody but whoever sent them. A file that waits
// is on no list and raises no event. Making the contract takes it, once, in its own transaction; otherwise it goes after a day.
import type { Actor } from '../../platform/actor.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import type { Content } from '../versions.ts'

const waitingHours = 24

/** Files that have waited since before this moment are taken no more. */
export const waitedTooLong = (now: Date): Date => new Date(now.getTime() - waitingHours * 3_600_000)

/**
 * Takes the file from those that wait, to be recorded in the same transaction. Throws 400 naming `document` when none of that id
 * waits for the actor: another one of two contracts that ask for it at the same time may have it.
 */
export async function takeWaitingFile(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'organisationId'>,
  { fileId, now }: { readonly fileId: number; readonly now: Date },
): Promise<Content> {
  const row = await tx
    .deleteFrom('waiting_files')
    .where('organisation_id', '=', actor.organisationId)
    .where('file_id', '=', fileId)
    .where('created_by', '=', actor.userId)
    .where('created_at', '>', waitedTooLong(now))
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    throw badInput(
      'document',
      'must be the id of a file that you uploaded within the last day, for a contract that is yet to be made: POST /v2/files with targetResourceType ContractCreation.',
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

/** Which of an organisation's keys belong to files that wait. */
export const keysThatWait = (db: Reader, organisationId: number, keys: readonly string[]) =>
  db
    .selectFrom('waiting_files')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', 'in', [...keys])
    .select('storage_key as key')
