// Who may see files, and how to look them up. A file is as visible as the matter or contract it is attached to. A
// private file is visible to its creator and to those with the right `privateFiles` on it (server/records/rights/), so
// that the people responsible for a record can reach everything in it.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, administers } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { hasUniqueText } from '../platform/postgres/unique-text.ts'
import { notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import {
  type Principal,
  type Subject,
  type SubjectKind,
  type SubjectRef,
  type Visibility,
  visibilityOfSubjects,
} from '../platform/subject.ts'
import { type File, fileColumns, fileOf, type SubjectColumn, subjectColumn, subjectIn } from './file.ts'

/** What the access rule of files needs of the app: the rules of their records. */
export type Access = Pick<App, 'subjects'>

/** Files the actor may see, contract documents included. `seen` replaces the check of each file's record. */
export const filesVisibleTo = (app: Access, db: Reader, actor: Actor, seen?: RawBuilder<SqlBool>) =>
  onVisibleRecords(app, db, actor, seen).where('files.deleted_at', 'is', null)

/** Those of them that have content, with their current version as `v`: neither folders nor linked documents. */
export const contentsVisibleTo = (app: Access, db: Reader, actor: Actor) =>
  filesVisibleTo(app, db, actor).innerJoin('file_versions as v', (join) =>
    join
      .onRef('v.organisation_id', '=', 'files.organisation_id')
      .onRef('v.file_id', '=', 'files.id')
      .onRef('v.version', '=', 'files.version'),
  )

/** For how long people can take back what they have deleted themselves. */
export const undoMs = 86_400_000

/**
 * The bin entries on records that the actor may see. An entry is a file or folder that was deleted as one item.
 * Administrators find all of their organisation, everybody else what they have deleted themselves within a day.
 */
export function binVisibleTo(app: Access, db: Reader, actor: Actor, now: Date) {
  const entries = onVisibleRecords(app, db, actor)
    .where('files.deleted_at', 'is not', null)
    .whereRef('files.deleted_with', '=', 'files.id')
  return administers(actor)
    ? entries.where('files.organisation_id', '=', actor.organisationId)
    : entries
        .where('files.deleted_by', '=', actor.userId)
        .where('files.deleted_at', '>', new Date(now.getTime() - undoMs))
}

function onVisibleRecords(app: Access, db: Reader, actor: Actor, seen?: RawBuilder<SqlBool>) {
  return db
    .selectFrom('files')
    .where('files.organisation_id', 'in', [...actor.organisationIds])
    .where(seen ?? isOnRecord(app, db, actor, 'isToSee'))
    .where((eb) =>
      eb.or([
        eb('files.shielded', '=', false),
        eb('files.shielded_for', '=', actor.userId),
        isOnRecord(app, db, actor, 'isToSeePrivate'),
      ]),
    )
}

const kindsOf = ({ subjects }: Access) => Object.keys(subjects) as SubjectKind[]

function isOnRecord(app: Access, db: Reader, actor: Actor, level: 'isToSee' | 'isToSeePrivate') {
  const on = (kind: Subject['kind']) => {
    const columns = { organisationId: 'files.organisation_id', id: `files.${subjectColumn({ kind })}` }
    return app.subjects[kind][level](db, actor, columns)
  }
  return sql<SqlBool>`(${sql.join(kindsOf(app).map(on), sql` or `)})`
}

/** The file if the actor may see it; otherwise not_found, the same as for a file that does not exist. */
export async function getFileToSee(
  app: Access,
  db: Reader,
  actor: Actor,
  id: number,
): Promise<File & MaySee> {
  const row = await filesVisibleTo(app, db, actor)
    .where('files.id', '=', id)
    .select([...fileColumns])
    .executeTakeFirst()
  if (!row) throw notFound()
  return fileOf(row) as File & MaySee
}

/** The rule of `filesVisibleTo`, evaluated for many files and people at once. */
export async function whoMaySeeFiles(
  app: Access,
  db: Reader,
  { files, people }: { readonly files: readonly SubjectRef[]; readonly people: readonly Principal[] },
): Promise<Visibility['maySee']> {
  if (files.length === 0) return () => false
  const kinds = kindsOf(app)
  const columns = kinds.map((kind) => sql.ref(`f.${subjectColumn({ kind })}`))
  const { rows } = await sql<SeenFile>`
    select f.organisation_id, f.id, ${sql.join(columns)}, f.shielded, f.shielded_for
    from unnest(${files.map(({ organisationId }) => organisationId)}::bigint[],
      ${files.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join files f on f.organisation_id = named.organisation_id and f.id = named.id
      and f.deleted_at is null`.execute(db)
  const subjectOf = (file: SeenFile) => ({ ...subjectIn(file, kinds), organisationId: file.organisation_id })
  const visibility = await visibilityOfSubjects(app.subjects, db, rows.map(subjectOf), people)
  const byKey = new Map(rows.map((file) => [`${file.organisation_id} ${file.id}`, file]))
  return ({ organisationId, id }, person) => {
    const file = byKey.get(`${organisationId} ${id}`)
    if (!file) return false
    const isHidden = file.shielded && file.shielded_for !== person.userId
    return visibility[isHidden ? 'maySeePrivate' : 'maySee'](subjectOf(file), person)
  }
}

interface SeenFile extends Readonly<Record<SubjectColumn, number | null>> {
  readonly organisation_id: number
  readonly id: number
  readonly shielded: boolean
  readonly shielded_for: string | null
}

/**
 * Whether the actor may see the file although it is private or in a private folder. Assumes that they may see its
 * record.
 */
export async function maySeeShielded(
  app: Access,
  db: Reader,
  actor: Actor,
  file: Pick<File, 'isShielded' | 'shieldedFor' | 'subject'>,
): Promise<boolean> {
  if (!file.isShielded || file.shieldedFor === actor.userId) return true
  const { kind, id } = file.subject
  return (await app.subjects[kind].fileRights(db, actor, id)).seePrivate
}

/** The files of one record that the actor may see, without the contract document. */
export function filesVisibleIn(
  db: Reader,
  subject: Subject & MaySee,
  { userId, seePrivate }: { readonly userId: string; readonly seePrivate: boolean },
) {
  return db
    .selectFrom('files')
    .where('files.organisation_id', '=', subject.organisationId)
    .where(`files.${subjectColumn(subject)}`, '=', subject.id)
    .where('files.deleted_at', 'is', null)
    .where('files.kind', '<>', 'ContractDocument')
    .$if(!seePrivate, (query) =>
      query.where((eb) => eb.or([eb('files.shielded', '=', false), eb('files.shielded_for', '=', userId)])),
    )
}

/** Where to look for a file, and whether to lock its row until the transaction ends. */
export interface FileLookup {
  readonly subject: Subject & MaySee
  readonly lock: boolean
}

/** A file or folder of the subject by its id, whether private or not. */
export async function findFileIn(
  db: Reader,
  { subject, lock }: FileLookup,
  id: number,
): Promise<File | undefined> {
  const row = await filesOf(db, subject)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && fileOf(row)
}

/** The file with this name in a folder of the subject, ignoring case. Contract documents are in no folder. */
export async function findByName(
  db: Reader,
  { subject, lock }: FileLookup,
  { folderId, name }: Pick<File, 'folderId' | 'name'>,
): Promise<File | undefined> {
  const row = await filesOf(db, subject)
    .where('kind', '<>', 'ContractDocument')
    .where(sql<number>`coalesce(folder_id, 0)`, '=', folderId ?? 0)
    .where(hasUniqueText('name', name))
    // several only where they had their names before these counted as the same
    .orderBy(sql`name = ${name}`, 'desc')
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && fileOf(row)
}

/** The names in a folder of the subject that start with `prefix`, ignoring case. */
export async function namesStartingWith(
  db: Reader,
  subject: Subject & MaySee,
  { folderId, beginning }: Pick<File, 'folderId'> & { readonly beginning: string },
): Promise<string[]> {
  const rows = await filesOf(db, subject)
    .where(sql<number>`coalesce(folder_id, 0)`, '=', folderId ?? 0)
    .where(sql<boolean>`starts_with(lower(name), lower(${beginning}))`)
    .execute()
  return rows.map((row) => row.name)
}

/** The names of the folders that contain a file, outermost first. */
export async function parentFolderNames(db: Reader, file: File & MaySee): Promise<string[]> {
  if (file.folderIds.length === 0) return []
  const folders = await db
    .selectFrom('files')
    .where('organisation_id', '=', file.organisationId)
    .where('id', 'in', [...file.folderIds])
    .select(['id', 'name'])
    .execute()
  const names = new Map(folders.map(({ id, name }) => [id, name]))
  return file.folderIds.map((id) => names.get(id) ?? '')
}

/** A folder of the subject that the actor may see, or null for the root (absent or 0); not_found for anything else. */
export async function getFolderIn(
  app: Access,
  db: Reader,
  actor: Actor,
  { folderId, ...place }: FileLookup & { readonly folderId: number | null | undefined },
): Promise<File | null> {
  if (!folderId) return null
  const folder = await findFileIn(db, place, folderId)
  if (folder?.kind !== 'Folder' || !(await maySeeShielded(app, db, actor, folder))) throw notFound()
  return folder
}

/** Whether the file exists, regardless of who may see it. Files in the bin do not count. */
export async function fileExists(
  db: Reader,
  { organisationId, fileId }: { readonly organisationId: number; readonly fileId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', fileId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Everything in a folder at any depth, regardless of who may see it; empty for a file. */
export async function filesInFolder(db: Reader, folder: File & MaySee): Promise<readonly File[]> {
  if (folder.kind !== 'Folder') return []
  const rows = await db
    .selectFrom('files')
    .where('organisation_id', '=', folder.organisationId)
    .where(subjectColumn(folder.subject), '=', folder.subject.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`folder_ids @> array[${folder.id}]::bigint[]`)
    .orderBy('id')
    .select([...fileColumns])
    .execute()
  return rows.map(fileOf)
}

const filesOf = (db: Reader, subject: Subject) =>
  db
    .selectFrom('files')
    .where('organisation_id', '=', subject.organisationId)
    .where(subjectColumn(subject), '=', subject.id)
    .where('deleted_at', 'is', null)
    .select([...fileColumns])
