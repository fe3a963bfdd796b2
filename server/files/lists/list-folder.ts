// Lists of files and folders: everything the caller may see, one matter or contract, or one folder.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, notFound, sentence } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { conditionOf } from '../../platform/lists/filter-sql.ts'
import { type ListQuery, orderOf } from '../../platform/lists/list-query.ts'
import { filesVisibleIn, getFileToSee, getFolderIn } from '../access.ts'
import { type FileColumn, fileCatalogue } from './folder-columns.ts'
import { filesForPage, filesToCount } from './list-strategy.ts'
import { getMatterOfTask } from '../uploads/upload-target.ts'

/** A matter, a contract, a folder, or a task of a matter (the files that were added for it, in any folder). */
export interface ListLocation {
  readonly kind: Subject['kind'] | 'folder' | 'task'
  readonly id: number
}

/** Which files to list. */
export interface FileScope {
  /** Absent: every record that the caller may see. */
  readonly place?: ListLocation
  /** A folder of that location, 0 for its root; without a location, any folder that the caller may see. */
  readonly folderId?: number
  /** Whether to include the contents of subfolders. A list over all records always does. */
  readonly recursive: boolean
}

interface List {
  readonly scope: FileScope
  readonly query: ListQuery
}

export type FileRow = { readonly [Name in FileColumn]?: unknown }

/** A page of files and folders with the requested columns. Contract documents are not included. */
export async function listFiles(
  app: App,
  actor: Actor,
  { columns, ...list }: List & { readonly columns: readonly FileColumn[] },
): Promise<readonly FileRow[]> {
  const catalogue = fileCatalogue(app.config.displayIdPrefix)
  const { query } = list
  const files = await selectFiles(app, actor, list, filesForPage)
  return files
    .select(columns.map((name) => sql`${catalogue[name].sql}`.as(name)))
    .orderBy(orderOf(query.sort, catalogue, sql.ref('files.id')))
    .limit(query.take)
    .offset(query.skip)
    .execute()
}

/** The exact number of files and folders in the list. */
export async function countFiles(app: App, actor: Actor, list: List): Promise<number> {
  const files = await selectFiles(app, actor, list, filesToCount)
  const { total } = await files.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** The immediate subfolders of a location (or of a folder in it), by name. */
export async function listFolders(
  app: App,
  actor: Actor,
  place: ListLocation,
  folderId: number | undefined,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const scope = { place, recursive: false, ...(folderId === undefined ? {} : { folderId }) }
  const folders = await filesInScope(app, actor, scope, filesForPage)
  return folders
    .where('files.kind', '=', 'Folder')
    .orderBy(sql`lower(files.name) collate "C"`)
    .select(['files.id', 'files.name'])
    .execute()
}

/** How the files of all records are selected. */
type SelectFiles = typeof filesForPage

async function selectFiles(app: App, actor: Actor, { scope, query: { filter } }: List, way: SelectFiles) {
  const files = await filesInScope(app, actor, scope, way)
  return filter ? files.where(conditionOf(filter, fileCatalogue(app.config.displayIdPrefix))) : files
}

async function filesInScope(
  app: App,
  actor: Actor,
  scope: FileScope,
  way: SelectFiles,
): Promise<ReturnType<typeof filesVisibleIn>> {
  const found = await resolveLocation(app, actor, scope)
  if (!found) return (await way(app, actor)).where('files.kind', '<>', 'ContractDocument')
  const { subject, folderId, taskId } = found
  const { seePrivate } = await app.subjects[subject.kind].fileRights(app.db, actor, subject.id)
  const files = filesVisibleIn(app.db, subject, { userId: actor.userId, seePrivate })
  if (taskId !== undefined) return files.where('files.task_id', '=', taskId)
  if (!scope.recursive) {
    return folderId === null
      ? files.where('files.folder_id', 'is', null)
      : files.where('files.folder_id', '=', folderId)
  }
  return folderId === null
    ? files
    : files.where(sql<boolean>`files.folder_ids @> array[${folderId}]::bigint[]`)
}

interface ResolvedLocation {
  readonly subject: Subject & MaySee
  readonly folderId: number | null
  readonly taskId?: number
}

/** Undefined if the list is not narrowed; not_found if the location does not exist for the caller. */
async function resolveLocation(
  app: App,
  actor: Actor,
  { place, folderId }: FileScope,
): Promise<ResolvedLocation | undefined> {
  if (!place) return folderId === undefined ? undefined : resolveFolder(app, actor, folderId)
  const base = await resolveBase(app, actor, place)
  if (!folderId) return base
  if (base.taskId !== undefined) {
    throw badInput('folderId', sentence('A task has no folders of its own; omit folderId.'))
  }
  const search = { subject: base.subject, lock: false, folderId }
  const folder = await getFolderIn(app, app.db, actor, search)
  // the folder may be at any depth below the base
  const isInside = base.folderId === null || folder?.folderIds.includes(base.folderId)
  if (!folder || !isInside) throw notFound()
  return { subject: base.subject, folderId: folder.id }
}

async function resolveBase(app: App, actor: Actor, { kind, id }: ListLocation): Promise<ResolvedLocation> {
  switch (kind) {
    case 'folder':
      return resolveFolder(app, actor, id)
    case 'task': {
      const matterId = await getMatterOfTask(app, actor, id)
      const subject = await app.subjects.matter.getToSee(app.db, actor, matterId)
      return { subject, folderId: null, taskId: id }
    }
    default:
      return { subject: await app.subjects[kind].getToSee(app.db, actor, id), folderId: null }
  }
}

async function resolveFolder(app: App, actor: Actor, id: number): Promise<ResolvedLocation> {
  const folder = await getFileToSee(app, app.db, actor, id)
  if (folder.kind !== 'Folder') throw notFound()
  const subject = await app.subjects[folder.subject.kind].getToSee(app.db, actor, folder.subject.id)
  return { subject, folderId: folder.id }
}
