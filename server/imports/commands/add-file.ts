// Adding files that the rows of an import name: one by its path, or all of a zip archive.
import type { Readable } from 'node:stream'
import { cleanName } from '../../files/uploads/file-name.ts'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { checkState, getImport, holdImport } from '../import.ts'
import { addTurn } from '../work/lease.ts'
import { cleanPath, isPathOfFile } from '../work/lookups.ts'
import { writeImportFile } from './write-import-file.ts'

const mostFiles = 100_000
const mostArchives = 100

interface NewFile {
  readonly id: number
  /** Of the file in the folder of its sender; of an archive, its name. */
  readonly path: string
  readonly source: Readable
  readonly contentType: string | undefined
}

/** Adds a file under its path, and replaces the one that is there. Returns its path and size. */
export async function addImportFile(
  app: App,
  actor: Actor,
  { id, path, source, contentType }: NewFile,
): Promise<{ readonly path: string; readonly size: number }> {
  const clean = cleanPath(path)
  if (!isPathOfFile(clean)) throw badInput('path', 'must be the path of a file, such as contracts/nda.pdf.')
  checkState(await getImport(app.db, actor, id), ['Mapping', 'Checked'], 'Adding files')
  const key = { organisationId: actor.organisationId, id }
  const within = async (tx: Tx) => {
    await reopenForFiles(app, tx, actor, id)
    const { count } = await tx
      .selectFrom('import_files')
      .where('organisation_id', '=', actor.organisationId)
      .where('import_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostFiles) throw conflict(`An import can have ${mostFiles.toLocaleString('en')} files.`)
  }
  const size = await writeImportFile(app, key, { path: clean, source, contentType, within })
  return { path: clean, size }
}

/** Adds a zip archive, which the background unpacks. Returns its name and size. */
export async function addImportArchive(
  app: App,
  actor: Actor,
  { id, path, source }: NewFile,
): Promise<{ readonly path: string; readonly size: number }> {
  const name = cleanName(path) ?? 'files.zip'
  checkState(await getImport(app.db, actor, id), ['Mapping', 'Checked'], 'Adding files')
  const { organisationId } = actor
  return withStoredContent(app, organisationId, source, async (content) => {
    await internalTransaction(app, async (tx, now) => {
      await reopenForFiles(app, tx, actor, id)
      const { last } = await tx
        .selectFrom('import_archives')
        .where('organisation_id', '=', organisationId)
        .where('import_id', '=', id)
        .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
        .executeTakeFirstOrThrow()
      if (last >= mostArchives) throw conflict(`An import can have ${mostArchives} archives.`)
      await tx
        .insertInto('import_archives')
        .values({
          organisation_id: organisationId,
          import_id: id,
          number: last + 1,
          name,
          storage_key: content.key,
          size: content.size,
          sha256: content.sha256,
          created_at: now,
        })
        .execute()
      await addTurn(tx, { organisationId, id })
    })
    return { path: name, size: content.size }
  })
}

/** What was checked has other files now, so it must be checked again. Throws conflict once it is carried out. */
export async function reopenForFiles(app: App, tx: Tx, actor: Actor, id: number): Promise<void> {
  const held = await holdImport(tx, actor, id)
  checkState(held, ['Mapping', 'Checked'], 'Adding files')
  await tx
    .updateTable('imports')
    .set({ state: 'Mapping', wrong: null, updated_at: app.clock.now() })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
}
