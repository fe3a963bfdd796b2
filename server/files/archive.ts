// Many files as one zip archive, streamed: only one content is open at a time, whatever their number and size.
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { badInput, conflict, notFound } from '../platform/errors.ts'
import { openContent } from '../platform/storage/recorded-content.ts'
import { contentsVisibleTo, filesVisibleTo } from './access.ts'
import { archiveNames } from './archive-names.ts'
import { streamZip } from './contents/zip-stream.ts'
import { type File, subjectColumn } from './file.ts'

/** What goes into an archive: files and folders by id, or everything on a record. */
export type ArchiveOf = { readonly ids: readonly number[] } | { readonly record: File['subject'] }

export interface Archive {
  readonly name: string
  readonly stream: Readable
}

export const mostIds = 1_000
const mostFiles = 10_000

interface Row {
  readonly organisation_id: number
  readonly id: number
  readonly folder_ids: readonly number[]
  readonly name: string
  readonly updated_at: Date
  readonly storage_key: string
  readonly size: number
  readonly sha256: Buffer
}

/**
 * The archive of the current versions that the actor may see. Folders come with everything in them, and keep their
 * names; linked documents, which are kept elsewhere, are left out. Throws not_found for an id or a record that the
 * actor may not see, and conflict if there is nothing to pack or too much. If a content turns out to be lost or damaged
 * on the way, the stream fails before its end.
 */
export async function openArchive(app: App, actor: Actor, of: ArchiveOf): Promise<Archive> {
  const { rows, roots, name } =
    'record' in of ? await ofRecord(app, actor, of.record) : await ofIds(app, actor, of.ids)
  if (rows.length === 0)
    throw conflict(
      'There are no files to pack: folders may be empty, and linked documents are kept elsewhere.',
    )
  if (rows.length > mostFiles)
    throw conflict(`An archive has at most ${mostFiles} files; choose fewer, or folders one by one.`)
  const folders = await folderNames(app, rows)
  const paths = rows.map((row) => [...pathBelow(row, roots).map((id) => folders.get(id) ?? ''), row.name])
  return { name: `${name}.zip`, stream: packed(app, rows, archiveNames(paths)) }
}

type Roots = ReadonlyMap<number, number> | undefined

/** The folders that a file is shown in: those below the folder that was asked for, and that folder. */
function pathBelow({ id, folder_ids }: Row, roots: Roots): readonly number[] {
  const above = folder_ids.map(Number)
  if (!roots) return above
  if (roots.has(id)) return []
  const first = above.findIndex((folder) => roots.has(folder))
  return first < 0 ? [] : above.slice(first)
}

async function ofRecord(app: App, actor: Actor, { kind, id }: File['subject']) {
  await app.subjects[kind].getToSee(app.db, actor, id)
  const rows = await contentsOf(
    app,
    actor,
    sql<boolean>`${sql.ref(`files.${subjectColumn({ kind })}`)} = ${id}`,
  )
  return { rows, roots: undefined, name: `${kind}-${id}` }
}

async function ofIds(app: App, actor: Actor, ids: readonly number[]) {
  if (ids.length > mostIds) throw badInput('ids', `must be at most ${mostIds} ids.`)
  const asked = [...new Set(ids)]
  const seen = await filesVisibleTo(app, app.db, actor)
    .where('files.id', '=', sql<number>`any(${asked}::bigint[])`)
    .select(['files.id', 'files.name'])
    .execute()
  if (seen.length < asked.length) throw notFound()
  const within = sql<boolean>`(files.id = any(${asked}::bigint[]) or files.folder_ids && ${asked}::bigint[])`
  const rows = await contentsOf(app, actor, within)
  const [only] = seen
  return {
    rows,
    roots: new Map(asked.map((id) => [id, id])),
    name: seen.length === 1 && only ? only.name : `${seen.length} files`,
  }
}

const contentsOf = (
  app: App,
  actor: Actor,
  where: ReturnType<typeof sql<boolean>>,
): Promise<readonly Row[]> =>
  contentsVisibleTo(app, app.db, actor)
    .where(where)
    .orderBy('files.id')
    .limit(mostFiles + 1)
    .select(['files.organisation_id', 'files.id', 'files.folder_ids', 'files.name', 'files.updated_at'])
    .select(['v.storage_key', 'v.size', 'v.sha256'])
    .execute()

/** The names of the folders that contain the files; who sees a file sees the names of its folders. */
async function folderNames({ db }: App, rows: readonly Row[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.folder_ids.map(Number)))]
  if (ids.length === 0) return new Map()
  const organisations = [...new Set(rows.map((row) => row.organisation_id))]
  // not through access.ts: who sees a file sees the names of its folders
  const folders = await db
    .selectFrom('files')
    .where('organisation_id', 'in', organisations)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(folders.map(({ id, name }) => [id, name]))
}

const packed = (app: App, rows: readonly Row[], names: readonly string[]): Readable =>
  streamZip(
    async (add) => {
      for (const [place, row] of rows.entries()) {
        const { organisation_id: organisationId, storage_key: key, size, sha256, updated_at: mtime } = row
        const content = await openContent(app, { organisationId, key, size, sha256 })
        await add(names[place] ?? String(row.id), content, { mtime })
      }
    },
    (error) => app.log.warn({ err: error }, 'an archive was broken off'),
  ).stream
