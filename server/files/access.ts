// Who may see files, and finding them in their subject. A file is as visible as the matter or contract it hangs on; a
// private one is seen by whoever made it and by those who may change that matter or contract (its owner, the legal team on
// it, the administrators), so that nothing in a record is beyond the reach of those responsible for it.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { AppError, forbidden, notFound } from '../platform/errors.ts'
import type { MayContribute, MaySee, Subject } from '../platform/granted.ts'
import { noSight, type Person, type RecordName, type Sight } from '../platform/sight.ts'
import { type File, fileColumns, fileOf, subjectColumn } from './file.ts'

type Access = Pick<App, 'subjects'>

/** Files the actor may see, contract documents among them; `seen` says it of their records, where each is not looked up. */
export const filesVisibleTo = (app: Access, db: Reader, actor: Actor, seen?: RawBuilder<SqlBool>) =>
  onVisibleRecords(app, db, actor, seen).where('files.deleted_at', 'is', null)

/**
 * The entries of the bin of the actor's organisation that were on records which the actor sees: files and folders, each of which was
 * deleted as one thing. For administrators.
 */
export const binVisibleTo = (app: Access, db: Reader, actor: Actor) =>
  onVisibleRecords(app, db, actor)
    .where('files.organisation_id', '=', actor.organisationId)
    .where('files.deleted_at', 'is not', null)
    .whereRef('files.deleted_with', '=', 'files.id')

function onVisibleRecords(app: Access, db: Reader, actor: Actor, seen?: RawBuilder<SqlBool>) {
  return db
    .selectFrom('files')
    .where('files.organisation_id', 'in', [...actor.organisationIds])
    .where(seen ?? isOnRecord(app, db, actor, 'isToSee'))
    .where((eb) =>
      eb.or([
        eb('files.shielded', '=', false),
        eb('files.shielded_for', '=', actor.userId),
        isOnRecord(app, db, actor, 'isToChange'),
      ]),
    )
}

function isOnRecord(app: Access, db: Reader, actor: Actor, level: 'isToSee' | 'isToChange') {
  const on = (kind: Subject['kind']) => {
    const columns = { organisationId: 'files.organisation_id', id: `files.${subjectColumn({ kind })}` }
    return app.subjects[kind][level](db, actor, columns)
  }
  return sql<SqlBool>`(${on('contract')} or ${on('matter')})`
}

/** The file, when the actor may see it; not_found otherwise, as for one that does not exist. */
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

/** The rule of `filesVisibleTo` for many files and people at once. */
export async function whoMaySeeFiles(
  app: Access,
  db: Reader,
  { files, people }: { readonly files: readonly RecordName[]; readonly people: readonly Person[] },
): Promise<Sight['maySee']> {
  const { rows } = await sql<SeenFile>`
    select f.organisation_id, f.id, f.contract_id, f.matter_id, f.shielded, f.shielded_for
    from unnest(${files.map(({ organisationId }) => organisationId)}::bigint[],
      ${files.map(({ id }) => id)}::bigint[]) as named (organisation_id, id)
    join files f on f.organisation_id = named.organisation_id and f.id = named.id and f.deleted_at is null`.execute(
    db,
  )
  const recordOf = (kind: Subject['kind'], file: SeenFile) => ({
    organisationId: file.organisation_id,
    id: (kind === 'contract' ? file.contract_id : file.matter_id) ?? 0,
  })
  const kindOf = (file: SeenFile) => (file.contract_id === null ? 'matter' : 'contract')
  const sightOfKind = (kind: Subject['kind']) => {
    const records = rows.filter((file) => kindOf(file) === kind).map((file) => recordOf(kind, file))
    return records.length === 0 ? noSight : app.subjects[kind].sightOf(db, records, people)
  }
  const sights = { contract: await sightOfKind('contract'), matter: await sightOfKind('matter') }
  const byKey = new Map(rows.map((file) => [`${file.organisation_id} ${file.id}`, file]))
  return ({ organisationId, id }, person) => {
    const file = byKey.get(`${organisationId} ${id}`)
    if (!file) return false
    const sight = sights[kindOf(file)]
    const record = recordOf(kindOf(file), file)
    const isHidden = file.shielded && file.shielded_for !== person.userId
    return isHidden ? sight.mayChange(record, person) : sight.maySee(record, person)
  }
}

interface SeenFile {
  readonly organisation_id: number
  readonly id: number
  readonly contract_id: number | null
  readonly matter_id: number | null
  readonly shielded: boolean
  readonly shielded_for: string | null
}

/** Whether a file of a record that the actor sees is not hidden from them by being private, or in a private folder. */
export async function seesShielded(
  app: Access,
  db: Reader,
  actor: Actor,
  file: Pick<File, 'isShielded' | 'shieldedFor' | 'subject'>,
): Promise<boolean> {
  return (
    !file.isShielded ||
    file.shieldedFor === actor.userId ||
    mayChangeSubject(app, db, { actor, subject: file.subject })
  )
}

/** The files of one record that the actor sees; its contract document is none of them. */
export function filesSeenIn(
  db: Reader,
  subject: Subject & MaySee,
  { userId, mayChange }: { readonly userId: string; readonly mayChange: boolean },
) {
  return db
    .selectFrom('files')
    .where('files.organisation_id', '=', subject.organisationId)
    .where(`files.${subjectColumn(subject)}`, '=', subject.id)
    .where('files.deleted_at', 'is', null)
    .where('files.kind', '<>', 'ContractDocument')
    .$if(!mayChange, (query) =>
      query.where((eb) => eb.or([eb('files.shielded', '=', false), eb('files.shielded_for', '=', userId)])),
    )
}

/** Whether the actor may change the record that a file hangs on, and with it what others put there. */
export async function mayChangeSubject(
  app: Access,
  db: Reader,
  { actor, subject }: { readonly actor: Actor; readonly subject: File['subject'] },
): Promise<boolean> {
  try {
    await app.subjects[subject.kind].getToChange(db, actor, subject.id)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return false
    throw error
  }
}

/** What a file is looked for in, and whether its row is kept from being changed until the transaction ends. */
export interface Place {
  readonly subject: Subject & MaySee
  readonly lock: boolean
}

/** A file or folder of the subject by its id, private or not. */
export async function findFileIn(
  db: Reader,
  { subject, lock }: Place,
  id: number,
): Promise<File | undefined> {
  const row = await filesOf(db, subject)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && fileOf(row)
}

/** What bears the name in a folder of the subject, without regard to case; the document of a contract is in no folder. */
export async function findByName(
  db: Reader,
  { subject, lock }: Place,
  { folderId, name }: Pick<File, 'folderId' | 'name'>,
): Promise<File | undefined> {
  const row = await filesOf(db, subject)
    .where('kind', '<>', 'ContractDocument')
    .where(sql<number>`coalesce(folder_id, 0)`, '=', folderId ?? 0)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && fileOf(row)
}

/** The names in a folder of the subject that begin with a text, without regard to case. */
export async function namesBeginning(
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

/** The names of the folders that a file lies in, outermost first. */
export async function foldersAbove(db: Reader, file: File & MaySee): Promise<string[]> {
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

/** A folder of the subject that the actor sees, null for its root (absent or 0); not_found for anything else. */
export async function getFolderIn(
  app: Access,
  db: Reader,
  actor: Actor,
  { folderId, ...place }: Place & { readonly folderId: number | null | undefined },
): Promise<File | null> {
  if (!folderId) return null
  const folder = await findFileIn(db, place, folderId)
  if (folder?.kind !== 'Folder' || !(await seesShielded(app, db, actor, folder))) throw notFound()
  return folder
}

/** Whether there is such a file, whoever sees it; what is in the bin is not. */
export async function isThere(
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

/** A file that is to be written, with its record; nobody else changes either until the transaction ends. */
export interface HeldFile {
  readonly file: File & MaySee
  readonly subject: Subject & MayContribute
  /** Whether the actor may do with it what is not for every member: it is theirs, or they may change the record. */
  readonly isTheirs: boolean
  readonly mayChangeSubject: boolean
}

/** Holds the file for a change; not_found when the actor does not see it, forbidden when they may only look. */
export async function holdFile(app: Access, tx: Tx, actor: Actor, id: number): Promise<HeldFile> {
  const { kind, id: subjectId } = (await getFileToSee(app, tx, actor, id)).subject
  const subject = await app.subjects[kind].getToContribute(tx, actor, subjectId)
  await app.subjects[kind].hold(tx, subject)
  // it may have gone, or become private, until its record was free
  const file = await findFileIn(tx, { subject, lock: true }, id)
  if (!file || !(await seesShielded(app, tx, actor, file))) throw notFound()
  const mayChange = await mayChangeSubject(app, tx, { actor, subject })
  return {
    file: file as File & MaySee,
    subject,
    isTheirs: mayChange || file.createdBy === actor.userId,
    mayChangeSubject: mayChange,
  }
}

/** Refuses what is for whoever added the file and for those who may change its record. */
export function checkTheirs({ file, subject, isTheirs }: HeldFile): void {
  if (isTheirs) return
  throw forbidden(
    `Only whoever added ${file.name} and those who may change this ${subject.kind} may do this to it.`,
  )
}

/** Everything in a folder at any depth, whoever sees it; nothing for a file. */
export async function filesWithin(db: Reader, folder: File & MaySee): Promise<readonly File[]> {
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
