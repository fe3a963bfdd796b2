// Storing a file that rows of an import name by its path.
import type { Readable } from 'node:stream'
import { detectContentType } from '../../files/contents/content-type.ts'
import { deleteBlob, withStoredContent } from '../../files/contents/stored-blobs.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ImportKey } from '../import.ts'
import { baseNameOf } from '../work/lookups.ts'

interface NewFile {
  /** Clean: cleanPath. */
  readonly path: string
  readonly source: Readable
  readonly contentType: string | undefined
  /** What is written with its row, in the same transaction. */
  readonly within: (tx: Tx) => Promise<void>
}

/** Stores the content and then writes its row; a file with the same path is replaced. Returns its size. */
export async function writeImportFile(
  app: App,
  { organisationId, id }: ImportKey,
  { path, source, contentType, within }: NewFile,
): Promise<number> {
  return withStoredContent(app, organisationId, source, async (content) => {
    const type = await detectContentType(content.head, path, contentType)
    const replaced = await internalTransaction(app, async (tx, now) => {
      await within(tx)
      const before = await tx
        .deleteFrom('import_files')
        .where('organisation_id', '=', organisationId)
        .where('import_id', '=', id)
        .where('path', '=', path)
        .returning('storage_key')
        .executeTakeFirst()
      await tx
        .insertInto('import_files')
        .values({
          organisation_id: organisationId,
          import_id: id,
          path,
          base_name: baseNameOf(path),
          storage_key: content.key,
          size: content.size,
          sha256: content.sha256,
          md5: content.md5,
          content_type: type,
          created_at: now,
        })
        .execute()
      return before?.storage_key
    })
    if (replaced !== undefined) await deleteBlob(app, replaced)
    return content.size
  })
}
