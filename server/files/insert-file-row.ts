// Inserting the row of a new file, folder or link.
import type { Insertable } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'
import { prepared } from '../platform/postgres/prepared.ts'
import type { FilesTable } from '../platform/postgres/tables.ts'
import { type File, subjectColumn } from './file.ts'
import { indexSoon } from './texts/queue-indexing.ts'
import { folderColumns } from './tree.ts'

interface NewRow
  extends Pick<
    Insertable<FilesTable>,
    | 'name'
    | 'version'
    | 'size'
    | 'content_type'
    | 'description'
    | 'linked'
    | 'web_uri'
    | 'private'
    | 'task_id'
  > {
  readonly id?: number
  readonly kind: File['kind']
  readonly subject: Subject
  /** Null in the root of the subject. */
  readonly folder: File | null
  readonly now: Date
}

/** Inserts the row and returns what events need; undefined if the name is taken in its folder. */
export async function insertFileRow(
  tx: Tx,
  actor: Pick<Actor, 'userId'>,
  { subject, folder, now, ...row }: NewRow,
): Promise<Pick<File, 'organisationId' | 'id' | 'kind' | 'subject' | 'name'> | undefined> {
  const { organisationId } = subject
  const inserted = await tx
    .insertInto('files')
    .values({
      ...row,
      organisation_id: organisationId,
      [subjectColumn(subject)]: subject.id,
      ...folderColumns(folder),
      created_by: actor.userId,
      created_at: now,
      updated_by: actor.userId,
      updated_at: now,
    })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .withPlugin(prepared)
    .executeTakeFirst()
  if (inserted) indexSoon(tx, { organisationId, id: inserted.id })
  return inserted && { organisationId, id: inserted.id, kind: row.kind, subject, name: row.name }
}
