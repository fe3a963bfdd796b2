// Files: their words, and the rules that need nothing but themselves.
//
// subject    the matter or contract a file hangs on; files know no more of it than who may see and change it
// file       a name in a folder of its subject, with one or more versions
// folder     a file without content that holds others
// document   the one file that is a contract itself; it is not among the files of the Files tab
// version    one state of a file's content, counted from 1; the last is the current one
// content    the bytes of a version: in the storage, under a key that is never used for other bytes
// link       a file whose document is kept in another store: it has an address there, and no versions and no content here
// private    seen by whoever made the file, and by those who may change its subject; a private folder hides what is in it
// shielded   private itself, or in a private folder
// locked     taken out by one person for a while: nobody else may change it
// bin        where deleted files are until they are purged; a folder and what was in it are one entry
import { AppError, conflict } from '../platform/errors.ts'
import type { Subject } from '../platform/granted.ts'

export const conflictResolutions = ['Replace', 'KeepBoth', 'SaveVersion', 'Skip'] as const
/** What happens when a file of the same name, without regard to case, is in the folder already. */
export type ConflictResolution = (typeof conflictResolutions)[number]

export interface File {
  readonly organisationId: number
  readonly id: number
  readonly kind: 'File' | 'Folder' | 'ContractDocument'
  readonly subject: Pick<Subject, 'kind' | 'id'>
  /** Null in the root of the subject. */
  readonly folderId: number | null
  /** The folders above, outermost first. */
  readonly folderIds: readonly number[]
  readonly name: string
  readonly description: string | null
  /** The current version; 0 for folders, 1 for links. */
  readonly version: number
  /** Bytes of the current version; 0 for folders and links. */
  readonly size: number
  readonly contentType: string | null
  /** Where the document of a link is kept; null for everything that is kept here. */
  readonly webUri: string | null
  readonly isPrivate: boolean
  readonly isShielded: boolean
  /** Who sees it although it is shielded; null when several people made what hides it. */
  readonly shieldedFor: string | null
  readonly lock: Lock | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Counts the changes. */
  readonly revision: number
}

export interface Lock {
  readonly by: string
  readonly expiresAt: Date | null
}

/** The lock as long as it holds. */
export const lockAt = ({ lock }: Pick<File, 'lock'>, now: Date): Lock | null =>
  lock !== null && (lock.expiresAt === null || lock.expiresAt > now) ? lock : null

/** Throws locked when somebody else has taken the file out. */
export function checkUnlocked(file: Pick<File, 'lock' | 'name'>, userId: string, now: Date): void {
  const lock = lockAt(file, now)
  if (lock === null || lock.by === userId) return
  const until = lock.expiresAt ? ` The lock ends by itself at ${lock.expiresAt.toISOString()}.` : ''
  throw new AppError('locked', `${file.name} is locked by somebody else, who has to unlock it first.${until}`)
}

/** Refuses what needs content for a link, which has none: the person is told where the document is kept. */
export function checkKeptHere({ name, webUri }: Pick<File, 'name' | 'webUri'>, todo: string): void {
  if (webUri === null) return
  throw conflict(`${name} is a link: its document is kept at ${webUri}. ${todo}`)
}

export const fileColumns = [
  'files.organisation_id',
  'files.id',
  'files.kind',
  'files.contract_id',
  'files.matter_id',
  'files.folder_id',
  'files.folder_ids',
  'files.name',
  'files.description',
  'files.version',
  'files.size',
  'files.content_type',
  'files.web_uri',
  'files.private',
  'files.shielded',
  'files.shielded_for',
  'files.locked_by',
  'files.lock_expires_at',
  'files.created_by',
  'files.created_at',
  'files.updated_at',
  'files.revision',
] as const

interface FileRow {
  organisation_id: number
  id: number
  kind: string
  contract_id: number | null
  matter_id: number | null
  folder_id: number | null
  folder_ids: number[]
  name: string
  description: string | null
  version: number
  size: number
  content_type: string | null
  web_uri: string | null
  private: boolean
  shielded: boolean
  shielded_for: string | null
  locked_by: string | null
  lock_expires_at: Date | null
  created_by: string
  created_at: Date
  updated_at: Date
  revision: number
}

/** A row of files as a file. */
export function fileOf(row: FileRow): File {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    kind: row.kind as File['kind'],
    subject:
      row.contract_id === null
        ? { kind: 'matter', id: row.matter_id ?? 0 }
        : { kind: 'contract', id: row.contract_id },
    folderId: row.folder_id,
    // the driver reads arrays of bigint as texts
    folderIds: row.folder_ids.map(Number),
    name: row.name,
    description: row.description,
    version: row.version,
    size: row.size,
    contentType: row.content_type,
    webUri: row.web_uri,
    isPrivate: row.private,
    isShielded: row.shielded,
    shieldedFor: row.shielded_for,
    lock: row.locked_by === null ? null : { by: row.locked_by, expiresAt: row.lock_expires_at },
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}

/** Whether two subjects are the same record. */
export const isSameRecord = (one: File['subject'], other: File['subject']): boolean =>
  one.kind === other.kind && one.id === other.id

/** The column of `files` that names the subject. */
export const subjectColumn = ({ kind }: Pick<Subject, 'kind'>) =>
  kind === 'contract' ? ('contract_id' as const) : ('matter_id' as const)
