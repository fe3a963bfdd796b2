// Comparisons of two versions of Word documents: which there are, and who may see them.
//
// before, after   the earlier and the later text, as the person who asks says; the comparison belongs to the later one
// redline         the document with the changes from one to the other as tracked changes
// exact           whether rejecting and accepting all its changes gives back both texts
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { textFormatOf } from '../../platform/documents/text/text-formats.ts'
import { getFileToSee } from '../access.ts'
import { checkNotLink } from '../file.ts'

/** A version of a file. */
export interface VersionRef {
  readonly fileId: number
  readonly version: number
}

export const comparisonStates = ['Working', 'Done', 'Failed'] as const

export interface Comparison {
  readonly organisationId: number
  readonly id: number
  readonly state: (typeof comparisonStates)[number]
  /** Why the versions could not be compared. */
  readonly reason: string | null
  readonly exact: boolean | null
  readonly before: ComparedVersion
  readonly after: ComparedVersion
  /** Undefined until it is done. */
  readonly redline: { readonly key: string; readonly size: number; readonly sha256: Buffer } | undefined
}

/** A version that is compared. */
export interface ComparedVersion extends VersionRef {
  readonly organisationId: number
  readonly name: string
  readonly size: number
}

/**
 * A version of a Word document that the actor may see; not_found if not, conflict, which says what only Word documents
 * are for, if it is something else.
 */
export async function getVersionToCompare(
  app: App,
  actor: Actor,
  { fileId, version }: VersionRef,
  purpose = 'can be compared',
): Promise<ComparedVersion> {
  const file = await getFileToSee(app, app.db, actor, fileId)
  checkNotLink(file, 'Open it there.')
  const row = await app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', file.organisationId)
    .where('file_id', '=', file.id)
    .where('version', '=', version)
    .select(['name', 'size', 'content_type'])
    .executeTakeFirst()
  if (!row) throw notFound()
  // an older version may have had another extension
  const name = version === file.version ? file.name : row.name
  if (textFormatOf(row.content_type, name) !== 'docx')
    throw conflict(`${name} is no Word document (.docx). Only Word documents ${purpose}.`)
  return { organisationId: file.organisationId, fileId: file.id, version, name, size: row.size }
}

/** A comparison of this version; not_found unless the actor may see both of its documents. */
export async function getComparison(
  app: App,
  actor: Actor,
  { id, ...ref }: VersionRef & { readonly id: number },
): Promise<Comparison> {
  const after = await getVersionToCompare(app, actor, ref)
  const row = await app.db
    .selectFrom('file_comparisons')
    .where('organisation_id', '=', after.organisationId)
    .where('id', '=', id)
    .where('after_file_id', '=', after.fileId)
    .where('after_version', '=', after.version)
    .select([
      'id',
      'state',
      'reason',
      'exact',
      'before_file_id',
      'before_version',
      'storage_key',
      'size',
      'sha256',
    ])
    .executeTakeFirst()
  if (!row) throw notFound()
  const before = await getVersionToCompare(app, actor, {
    fileId: row.before_file_id,
    version: row.before_version,
  })
  const { storage_key: key, size, sha256 } = row
  return {
    organisationId: after.organisationId,
    id: row.id,
    state: row.state as Comparison['state'],
    reason: row.reason,
    exact: row.exact,
    before,
    after,
    redline: key !== null && size !== null && sha256 !== null ? { key, size, sha256 } : undefined,
  }
}

// larger ones are full of pictures
const largest = 25 * 1024 * 1024

/** Throws conflict for a document that is too large to be worked on. */
export function checkSize({ name, size }: ComparedVersion): void {
  if (size > largest)
    throw conflict(`${name} is larger than the ${largest / 1_048_576} MiB that can be worked on here.`)
}

/** Throws conflict unless the comparison is done. */
export function checkDone({ state, reason }: Pick<Comparison, 'state' | 'reason'>): void {
  if (state === 'Done') return
  throw conflict(
    reason ?? 'The versions are still being compared. Ask for the comparison until its state is Done.',
  )
}
