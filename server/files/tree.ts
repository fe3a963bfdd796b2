// Folders and their contents: each file stores the folders that contain it, and whether it or one of them is private.
// Both are updated here, while the record is locked, so that nothing is added to a folder at the same time. Files in
// the bin are left unchanged; they are updated when they are restored.
import { recordIdsOf } from '../records/kinds.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { Subject } from '../platform/subject.ts'
import { type File, isSameRecord, subjectColumn } from './file.ts'
import { indexSoon, noteRecord } from './texts/queue-indexing.ts'

/** The columns of a file that is added to a folder, or to the root of its record. */
export function folderColumns(folder: File | null) {
  return {
    folder_id: folder?.id ?? null,
    folder_ids: folderPath(folder),
    shielded: folder?.isShielded ?? false,
    shielded_for: folder?.shieldedFor ?? null,
  }
}

const folderPath = (folder: File | null) => (folder ? [...folder.folderIds, folder.id] : [])

/** Rejects moving a folder into itself or into one of its subfolders. */
export function checkNoCycle(file: File, folder: File | null): void {
  if (folder?.id !== file.id && !folder?.folderIds.includes(file.id)) return
  throw conflict(
    `The folder ${file.name} cannot be moved into itself or into one of its own subfolders; choose another one.`,
  )
}

interface NewLocation {
  readonly subject: Subject
  /** Null for the root. */
  readonly folder: File | null
  /** Its name there. */
  readonly name: string
}

/**
 * Moves a file, with everything in it, into a folder of a record of the same organisation, under a name that is free
 * there.
 */
export async function moveWithContents(
  tx: Tx,
  file: File,
  { subject, folder, name }: NewLocation,
): Promise<void> {
  const above = folderPath(folder)
  const record = {
    ...recordIdsOf(subject),
    // a task only has files of its own matter
    ...(isSameRecord(subject, file.subject) ? {} : { task_id: null }),
  }
  await tx
    .updateTable('files')
    .set({
      ...record,
      folder_ids: sql`${above}::bigint[] || folder_ids[array_position(folder_ids, ${file.id}::bigint):]`,
    })
    .where('organisation_id', '=', file.organisationId)
    .where(subjectColumn(file.subject), '=', file.subject.id)
    .where('deleted_at', 'is', null)
    .where(isWithin(file))
    .execute()
  await tx
    .updateTable('files')
    .set({ ...record, folder_id: folder?.id ?? null, folder_ids: above, name })
    .where('organisation_id', '=', file.organisationId)
    .where('id', '=', file.id)
    .execute()
  await updateShielding(tx, { ...file, subject })
  if (!isSameRecord(subject, file.subject)) await noteRecord(tx, file, subject)
  if (name !== file.name) indexSoon(tx, file)
}

const isWithin = ({ id }: Pick<File, 'id'>) => sql<boolean>`files.folder_ids @> array[${id}]::bigint[]`

/** Updates whether a file and everything in it is shielded, after its privacy or a folder above it has changed. */
export async function updateShielding(
  tx: Tx,
  { organisationId, id, subject }: Pick<File, 'organisationId' | 'id' | 'subject'>,
): Promise<void> {
  // not through access.ts: what is shielded changes for everybody
  await sql`
    update files set shielded = s.shielded, shielded_for = s.whose
    from (
      select f.organisation_id, f.id, count(p.id) > 0 as shielded,
        case when count(distinct p.created_by) = 1 then min(p.created_by::text)::uuid end as whose
      from files f
      left join files p on p.organisation_id = f.organisation_id and p.private
        and (p.id = f.id or p.id = any(f.folder_ids))
      where f.organisation_id = ${organisationId} and f.${sql.ref(subjectColumn(subject))} = ${subject.id}
        and f.deleted_at is null and (f.id = ${id} or f.folder_ids @> array[${id}]::bigint[])
      group by f.organisation_id, f.id
    ) s
    where files.organisation_id = s.organisation_id and files.id = s.id
      and (files.shielded, files.shielded_for) is distinct from (s.shielded, s.whose)`.execute(tx)
}
