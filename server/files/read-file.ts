// Reading a file: its details with its folders and uploader, and its content for a download.
import type { Readable } from 'node:stream'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { fileNumberText } from '../platform/display-ids.ts'
import { notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import { openContent } from '../platform/storage/recorded-content.ts'
import type { ByteRange } from '../platform/storage/storage.ts'
import { parentFolderNames, getFileToSee } from './access.ts'
import { servedContentType } from './contents/content-type.ts'
import { checkNotLink, type File, type Lock, activeLock } from './file.ts'

export interface FileDetails {
  readonly file: File
  /** Prefix, organisation, file and version: `LW0001-0000123.2`. */
  readonly documentId: string
  /** The folders and the name, each preceded by a slash: `/Annexes/Price list.xlsx`. */
  readonly path: string
  /** Full name of the person who uploaded the current version. */
  readonly uploadedBy: string
  /** The lock, if there is one now. */
  readonly lock: Lock | null
}

/** The details of a file; not_found if the actor may not see it. */
export async function getFileDetails(app: App, actor: Actor, id: number): Promise<FileDetails> {
  const file = await getFileToSee(app, app.db, actor, id)
  const [folders, uploadedBy] = await Promise.all([parentFolderNames(app.db, file), uploaderOf(app.db, file)])
  return {
    file,
    documentId: fileNumberText(app.config.displayIdPrefix, { ...file, fileId: file.id }),
    path: `/${[...folders, file.name].join('/')}`,
    uploadedBy,
    lock: activeLock(file, app.clock.now()),
  }
}

/** Who has locked a file, and until when; not_found if it is not locked or the actor may not see it. */
export async function getFileLock(
  app: App,
  actor: Actor,
  id: number,
): Promise<{
  readonly user: { readonly id: string; readonly name: string }
  readonly expires: string | null
  readonly for: Lock['for']
}> {
  const lock = activeLock(await getFileToSee(app, app.db, actor, id), app.clock.now())
  if (!lock) throw notFound()
  const { first_name, last_name } = await app.db
    .selectFrom('users')
    .where('id', '=', lock.by)
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  return {
    user: { id: lock.by, name: `${first_name} ${last_name}`.trim() },
    expires: lock.expiresAt?.toISOString() ?? null,
    for: lock.for,
  }
}

async function uploaderOf(db: Reader, file: File & MaySee): Promise<string> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('file_versions')
          .where('organisation_id', '=', file.organisationId)
          .where('file_id', '=', file.id)
          .where('version', '=', file.version)
          .select('created_by'),
        // folders and links have no versions
        eb.val(file.createdBy),
      ),
    )
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  return `${row.first_name} ${row.last_name}`.trim()
}

/** The content of one version of a file, ready for a download. */
export interface FileContent {
  readonly name: string
  /** One of the types that no browser executes or renders as a page. */
  readonly contentType: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  /**
   * Throws ContentLost if the content was replaced in the meantime or is lost, and content_damaged if it does not match
   * its record.
   */
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/**
 * A version of a file (default: the current one); not_found if it does not exist or the actor may not see it, conflict
 * for a link, which has no content here.
 */
export async function getFileContent(
  app: App,
  actor: Actor,
  id: number,
  version?: number,
): Promise<FileContent> {
  const file = await getFileToSee(app, app.db, actor, id)
  checkNotLink(file, 'Open it there.')
  const row = await app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', version ?? file.version)
    .select(['storage_key', 'size', 'sha256', 'md5', 'content_type', 'name'])
    .executeTakeFirst()
  if (!row) throw notFound()
  const { size, sha256 } = row
  const content = { organisationId: file.organisationId, key: row.storage_key, size, sha256 }
  return {
    // an older version may have had another extension
    name: version === undefined || version === file.version ? file.name : row.name,
    contentType: servedContentType(row.content_type),
    size,
    sha256,
    md5: row.md5,
    open: (range) => openContent(app, content, range),
  }
}
