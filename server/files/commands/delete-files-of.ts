// Deleting every file of a record for good, in the bin or not: for a record that is purged.
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { subjectColumn } from '../file.ts'

/** What a certificate says of a file: its versions, with the hashes of their contents. */
export interface DestroyedFile {
  readonly id: number
  readonly name: string
  readonly versions: readonly { readonly version: number; readonly size: number; readonly sha256: string }[]
}

interface Deleted {
  readonly files: readonly DestroyedFile[]
  /** Of contents that no row refers to any more. */
  readonly keys: readonly string[]
}

/** Deletes the rows of all files of the record; what refers to them must be gone. */
export async function deleteFilesOf(
  tx: Tx,
  subject: { readonly organisationId: number; readonly id: number; readonly kind: SubjectKind },
): Promise<Deleted> {
  const { organisationId, id } = subject
  // not through access.ts: the record is purged, with everything on it
  const { rows: files } = await sql<DestroyedFile & { readonly keys: readonly string[] }>`
    select f.id, f.name, coalesce((select json_agg(json_build_object('version', v.version, 'size', v.size,
          'sha256', encode(v.sha256, 'hex')) order by v.version) from file_versions v
        where v.organisation_id = f.organisation_id and v.file_id = f.id), '[]') as versions,
      array(select v.storage_key from file_versions v where v.organisation_id = f.organisation_id and v.file_id = f.id
        union all select u.replaced_storage_key from file_uploads u where u.organisation_id = f.organisation_id
          and u.file_id = f.id and u.replaced_storage_key is not null) as keys
    from files f where f.organisation_id = ${organisationId} and ${sql.ref(`f.${subjectColumn(subject)}`)} = ${id}
    order by f.id`.execute(tx)
  const ids = files.map((file) => file.id)
  if (ids.length > 0) {
    for (const table of ['file_uploads', 'file_versions']) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId}
        and file_id = any(${ids}::bigint[])`.execute(tx)
    }
    await sql`delete from recents where organisation_id = ${organisationId} and kind = 'File'
      and record_id = any(${ids}::bigint[])`.execute(tx)
    // not through access.ts: as above
    await sql`delete from files where organisation_id = ${organisationId} and id = any(${ids}::bigint[])`.execute(
      tx,
    )
  }
  return {
    files: files.map(({ id: fileId, name, versions }) => ({ id: fileId, name, versions })),
    keys: files.flatMap(({ keys }) => keys),
  }
}
