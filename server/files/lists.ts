// Lists of files and folders: of everything the caller sees, of one matter or contract, or of a folder.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { badInput, notFound, sentence } from '../platform/errors.ts'
import type { MaySee, Subject } from '../platform/granted.ts'
import { conditionOf, type ListQuery, orderOf } from '../platform/lists/list-query.ts'
import { filesSeenIn, getFileToSee, getFolderIn, mayChangeSubject } from './access.ts'
import { type FileColumn, fileCatalogue } from './catalogue.ts'
import { filesForPage, filesToCount } from './reach.ts'
import { getMatterOfTask } from './targets.ts'

/** A matter, a contract, a folder of one, or a task of a matter: what came for it, in whatever folder. */
export interface FilePlace {
  readonly kind: Subject['kind'] | 'folder' | 'task'
  readonly id: number
}

/** Where a list looks. */
export interface FileScope {
  /** Absent: every record that the caller sees. */
  readonly place?: FilePlace
  /** A folder of that place, 0 for its root; without a place any folder that the caller sees. */
  readonly folderId?: number
  /** Whether what lies in folders below belongs to it. A list over all records has no levels, and shows everything. */
  readonly recursive: boolean
}

interface List {
  readonly scope: FileScope
  readonly query: ListQuery
}

export type FileRow = { readonly [Name in FileColumn]?: unknown }

/** A page of files and folders with the columns asked for. Contract documents are none of them. */
export async function listFiles(
  app: App,
  actor: Actor,
  { columns, ...list }: List & { readonly columns: readonly FileColumn[] },
): Promise<readonly FileRow[]> {
  const catalogue = fileCatalogue(app.config.displayIdPrefix)
  const { query } = list
  const files = await filesOfList(app, actor, list, filesForPage)
  return files
    .select(columns.map((name) => sql`${catalogue[name].sql}`.as(name)))
    .orderBy(orderOf(query.sort, catalogue, sql.ref('files.id')))
    .limit(query.take)
    .offset(query.skip)
    .execute()
}

/** How many files and folders the list has in all, exactly. */
export async function countFiles(app: App, actor: Actor, list: List): Promise<number> {
  const files = await filesOfList(app, actor, list, filesToCount)
  const { total } = await files.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** The folders right in a place (or in a folder of it), by name. */
export async function listFolders(
  app: App,
  actor: Actor,
  place: FilePlace,
  folderId: number | undefined,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const scope = { place, recursive: false, ...(folderId === undefined ? {} : { folderId }) }
  const folders = await filesAt(app, actor, scope, filesForPage)
  return folders
    .where('files.kind', '=', 'Folder')
    .orderBy(sql`lower(files.name) collate "C"`)
    .select(['files.id', 'files.name'])
    .execute()
}

/** How the files of all records are found. */
type Way = typeof filesForPage

async function filesOfList(app: App, actor: Actor, { scope, query: { filter } }: List, way: Way) {
  const files = await filesAt(app, actor, scope, way)
  return filter ? files.where(conditionOf(filter, fileCatalogue(app.config.displayIdPrefix))) : files
}

async function filesAt(
  app: App,
  actor: Actor,
  scope: FileScope,
  way: Way,
): Promise<ReturnType<typeof filesSeenIn>> {
  const found = await findPlace(app, actor, scope)
  if (!found) return (await way(app, actor)).where('files.kind', '<>', 'ContractDocument')
  const { subject, folderId, taskId } = found
  const mayChange = await mayChangeSubject(app, app.db, { actor, subject })
  const files = filesSeenIn(app.db, subject, { userId: actor.userId, mayChange })
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

interface FoundPlace {
  readonly subject: Subject & MaySee
  readonly folderId: number | null
  readonly taskId?: number
}

/** Undefined where nothing narrows the list; not_found when the place is not there for the caller. */
async function findPlace(
  app: App,
  actor: Actor,
  { place, folderId }: FileScope,
): Promise<FoundPlace | undefined> {
  if (!place) return folderId === undefined ? undefined : folderOf(app, actor, folderId)
  const base = await findBase(app, actor, place)
  if (!folderId) return base
  if (base.taskId !== undefined) {
    throw badInput('folderId', sentence('A task has no folders of its own; leave folderId out.'))
  }
  const search = { subject: base.subject, lock: false, folderId }
  const folder = await getFolderIn(app, app.db, actor, search)
  // a folder of a folder lies in it, at whatever depth
  const isInside = base.folderId === null || folder?.folderIds.includes(base.folderId)
  if (!folder || !isInside) throw notFound()
  return { subject: base.subject, folderId: folder.id }
}

async function findBase(app: App, actor: Actor, { kind, id }: FilePlace): Promise<FoundPlace> {
  switch (kind) {
    case 'folder':
      return folderOf(app, actor, id)
    case 'task': {
      const matterId = await getMatterOfTask(app, actor, id)
      const subject = await app.subjects.matter.getToSee(app.db, actor, matterId)
      return { subject, folderId: null, taskId: id }
    }
    default:
      return { subject: await app.subjects[kind].getToSee(app.db, actor, id), folderId: null }
  }
}

async function folderOf(app: App, actor: Actor, id: number): Promise<FoundPlace> {
  const folder = await getFileToSee(app, app.db, actor, id)
  if (folder.kind !== 'Folder') throw notFound()
  const subject = await app.subjects[folder.subject.kind].getToSee(app.db, actor, folder.subject.id)
  return { subject, folderId: folder.id }
}
