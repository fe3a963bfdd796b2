// Files: terms, and the rules that depend on nothing else.
//
// subject    the matter or contract a file is attached to; files only know who may see and change it
// file       a name in a folder of its subject, with one or more versions
// folder     a file without content that contains others
// document   the one file that is the contract itself; it is not listed among the files of the Files tab
// version    one state of a file's content, numbered from 1; the last is the current one
// content    the bytes of a version, in the storage under a key that is never reused for other bytes
// link       a file whose document is kept in another store: it has an address there, and no versions or content here
// private    visible to its creator and to those who may change its subject; a private folder hides what is in it
// shielded   private itself, or in a private folder
// locked     checked out by one person for a while: nobody else may change it
// bin        where deleted files are kept until they are purged; a folder and its contents are one entry
import { kindNames, recordIdColumns } from '../records/kinds.ts'
import { AppError, conflict } from '../platform/errors.ts'
import type { Subject, SubjectKind } from '../platform/subject.ts'

export const conflictResolutions = ['Replace', 'KeepBoth', 'SaveVersion', 'Skip'] as const
/** What to do if the folder already has a file of the same name, ignoring case. */
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
  /** Size of the current version in bytes; 0 for folders and links. */
  readonly size: number
  readonly contentType: string | null
  /** Address of a link's document; null for everything else. */
  readonly webUri: string | null
  readonly isPrivate: boolean
  readonly isShielded: boolean
  /** Who may see it although it is shielded; null if several people made it and its private folders. */
  readonly shieldedFor: string | null
  readonly lock: Lock | null
  /** Whether nobody may change it: it is being signed, or was. */
  readonly isFrozen: boolean
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Counts the updates. */
  readonly revision: number
}

export const lockPurposes = ['Editing'] as const

export interface Lock {
  readonly by: string
  readonly expiresAt: Date | null
  /** Editing: it is edited here. Null: for any reason. */
  readonly for: (typeof lockPurposes)[number] | null
}

/** The lock, if it has not expired. */
export const activeLock = ({ lock }: Pick<File, 'lock'>, now: Date): Lock | null =>
  lock !== null && (lock.expiresAt === null || lock.expiresAt > now) ? lock : null

/** Throws locked if somebody else has locked the file, and conflict while it is being signed, and after that. */
export function checkUnlocked(
  file: Pick<File, 'lock' | 'name' | 'isFrozen'>,
  userId: string,
  now: Date,
): void {
  if (file.isFrozen)
    throw new AppError(
      'conflict',
      `${file.name} is out for signature, or was signed. Void the signature request, or make an amendment.`,
    )
  const lock = activeLock(file, now)
  if (lock === null || lock.by === userId) return
  const until = lock.expiresAt ? ` The lock expires at ${lock.expiresAt.toISOString()}.` : ''
  throw new AppError('locked', `${file.name} is locked by somebody else, who has to unlock it first.${until}`)
}

/** Rejects an operation that needs content if the file is a link; the message names the address of the document. */
export function checkNotLink({ name, webUri }: Pick<File, 'name' | 'webUri'>, todo: string): void {
  if (webUri === null) return
  throw conflict(`${name} is a link: its document is kept at ${webUri}. ${todo}`)
}

export const fileColumns = [
  'files.organisation_id',
  'files.id',
  'files.kind',
  ...recordIdColumns('files'),
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
  'files.locked_for',
  'files.frozen',
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
  locked_for: string | null
  frozen: boolean
  created_by: string
  created_at: Date
  updated_at: Date
  revision: number
}

/** Converts a row of `files`. */
export function fileOf(row: FileRow): File {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    kind: row.kind as File['kind'],
    subject: subjectIn(row, kindNames),
    folderId: row.folder_id,
    // the driver returns arrays of bigint as strings
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
    lock:
      row.locked_by === null
        ? null
        : {
            by: row.locked_by,
            expiresAt: row.lock_expires_at,
            for: lockPurposes.find((each) => each === row.locked_for) ?? null,
          },
    isFrozen: row.frozen,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}

/** Whether two subjects are the same record. */
export const isSameRecord = (one: File['subject'], other: File['subject']): boolean =>
  one.kind === other.kind && one.id === other.id

export type SubjectColumn = `${SubjectKind}_id`

/**
 * The column of `files` that holds the id of a subject of the kind: there is one for each kind, and one of them is set.
 */
export const subjectColumn = ({ kind }: Pick<Subject, 'kind'>): SubjectColumn => `${kind}_id`

/** What the file of a row is attached to. */
export function subjectIn(
  row: Readonly<Record<SubjectColumn, number | null>>,
  kinds: readonly SubjectKind[],
): File['subject'] {
  for (const kind of kinds) {
    const id = row[subjectColumn({ kind })]
    if (id !== null) return { kind, id }
  }
  throw new Error('A file is attached to nothing')
}
