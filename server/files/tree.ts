// Folders and what lies in them: each file carries the folders above it, and whether it or one of them is private. Both are
// brought up to date here, while the record is held, so that nothing is put into a folder at the same time. What is in the bin
// is left as it was; it finds its place when it is restored.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'
import { conflict } from '../platform/errors.ts'
import type { Subject } from '../platform/granted.ts'
import { type File, isSameRecord, subjectColumn } from './file.ts'

/** The columns of something that is put into a folder, or into the root of its record. */
export function inFolder(folder: File | null) {
  return {
    folder_id: folder?.id ?? null,
    folder_ids: idsWith(folder),
    shielded: folder?.isShielded ?? false,
    shielded_for: folder?.shieldedFor ?? null,
  }
}

const idsWith = (folder: File | null) => (folder ? [...folder.folderIds, folder.id] : [])

/** Refuses to put a folder into itself, or into a folder that is in it. */
export function checkNotInside(file: File, folder: File | null): void {
  if (folder?.id !== file.id && !folder?.folderIds.includes(file.id)) return
  throw conflict(
    `The folder ${file.name} cannot go into itself or into a folder that is in it; choose another one.`,
  )
}

interface NewPlace {
  readonly subject: Subject
  /** Null for the root. */
  readonly folder: File | null
  /** What it is called there. */
  readonly name: string
}

/** Puts a file, with all that is in it, into a folder of a record of the same organisation, under a name that is free there. */
export async function moveTree(tx: Tx, file: File, { subject, folder, name }: NewPlace): Promise<void> {
  const above = idsWith(folder)
  const record = {
    contract_id: subject.kind === 'contract' ? subject.id : null,
    matter_id: subject.kind === 'matter' ? subject.id : null,
    // a task has files of its own matter only
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
  await shieldTree(tx, { ...file, subject })
}

const isWithin = ({ id }: Pick<File, 'id'>) => sql<boolean>`files.folder_ids @> array[${id}]::bigint[]`

/** Finds out anew what hides a file and all that is in it, after a folder above, or whether it is private, has changed. */
export async function shieldTree(
  tx: Tx,
  { organisationId, id, subject }: Pick<File, 'organisationId' | 'id' | 'subject'>,
): Promise<void> {
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
