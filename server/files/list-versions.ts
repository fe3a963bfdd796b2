// The versions of a file, with what was read of each.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { getFileToSee } from './access.ts'
import type { TextState } from './texts/store-text.ts'

/** Whether a version has a text that can be searched and compared. */
export interface VersionText {
  /** `Pending`: it has not been read yet. */
  readonly state: TextState | 'Pending'
  /** Why it could not be read. */
  readonly reason: string | null
  /** Whether all of it was read. */
  readonly complete: boolean
}

export interface ListedVersion {
  readonly version: number
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly comments: string | null
  /** Who sent it, where that is somebody without an account. */
  readonly guest: string | null
  /** Of such a version: how many changes of the text were not tracked; null where that is not known. */
  readonly untracked: number | null
  readonly createdAt: Date
  readonly createdBy: {
    readonly id: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly organisationId: number
  }
  readonly text: VersionText
}

/**
 * The versions of a file, the latest first; none for folders and links. Throws not_found for a file that the actor may
 * not see.
 */
export async function listVersions(app: App, actor: Actor, id: number): Promise<readonly ListedVersion[]> {
  const file = await getFileToSee(app, app.db, actor, id)
  const rows = await app.db
    .selectFrom('file_versions as v')
    .innerJoin('users', 'users.id', 'v.created_by')
    .leftJoin('file_texts as t', (join) =>
      join
        .onRef('t.organisation_id', '=', 'v.organisation_id')
        .onRef('t.file_id', '=', 'v.file_id')
        .onRef('t.version', '=', 'v.version'),
    )
    .where('v.organisation_id', '=', file.organisationId)
    .where('v.file_id', '=', file.id)
    .orderBy('v.version', 'desc')
    .select([
      'v.version',
      'v.name',
      'v.size',
      'v.content_type',
      'v.comments',
      'v.guest',
      'v.untracked',
      'v.created_at',
      'v.created_by',
    ])
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.organisation_id as users_organisation',
    ])
    .select(['t.state', 't.reason', 't.complete'])
    .execute()
  return rows.map((row) => ({
    version: row.version,
    // an older version may have had another extension
    name: row.version === file.version ? file.name : row.name,
    size: row.size,
    contentType: row.content_type,
    comments: row.comments,
    guest: row.guest,
    untracked: row.untracked,
    createdAt: row.created_at,
    createdBy: {
      id: row.created_by,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      organisationId: row.users_organisation,
    },
    text: {
      state: (row.state ?? 'Pending') as VersionText['state'],
      reason: row.reason,
      complete: row.complete ?? false,
    },
  }))
}
