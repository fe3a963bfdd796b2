// Staged uploads: files uploaded for a contract that does not exist yet, and visible to nobody but their sender. A
// staged upload is in no list and raises no event. Creating the contract takes it, once, in the same transaction;
// otherwise it is removed after a day. The table is `waiting_files`.
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { WaitingFilesTable } from '../../platform/postgres/tables.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import type { Content } from '../contents/file-content.ts'

const lifetimeHours = 24

/** Staged uploads from before this moment have expired. */
export const stagedUploadsExpireBefore = (now: Date): Date =>
  new Date(now.getTime() - lifetimeHours * 3_600_000)

/** A staged upload as its sender sees it. */
export interface StagedUpload {
  readonly id: number
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The staged upload with this id; not_found for everybody but its sender, and when it was used or has expired. */
export async function getStagedUpload(
  { db, clock }: App,
  { userId, organisationId }: Actor,
  fileId: number,
): Promise<StagedUpload> {
  const row = await db
    .selectFrom('waiting_files')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('created_by', '=', userId)
    .where('created_at', '>', stagedUploadsExpireBefore(clock.now()))
    .select(['file_id as id', 'name', 'content_type as contentType', 'size', 'created_at as createdAt'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, expiresAt: new Date(row.createdAt.getTime() + lifetimeHours * 3_600_000) }
}

/**
 * Takes the staged upload, to be recorded in the same transaction. Throws bad_request naming `document` if the actor
 * has no staged upload with this id; another contract may have taken it at the same time.
 */
export async function takeStagedUpload(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'organisationId'>,
  { fileId, now }: { readonly fileId: number; readonly now: Date },
): Promise<Content> {
  const { userId, organisationId } = actor
  const expired = stagedUploadsExpireBefore(now)
  const [row] = await takeRow.run(tx, { userId, organisationId, fileId, expired })
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

interface Wanted {
  readonly userId: string
  readonly organisationId: number
  readonly fileId: number
  readonly expired: Date
}

type Row = Pick<
  Selectable<WaitingFilesTable>,
  'storage_key' | 'size' | 'sha256' | 'md5' | 'content_type' | 'name'
>

const takeRow = statement<Wanted, Row>(
  ({ userId, organisationId, fileId, expired }) => sql`delete from waiting_files
    where organisation_id = ${organisationId} and file_id = ${fileId} and created_by = ${userId}
      and created_at > ${expired}
    returning storage_key, size, sha256, md5, content_type, name`,
)
