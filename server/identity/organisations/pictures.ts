// Pictures of people and logos of organisations. A new picture gets a new id.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { badInput, notFound } from '../../platform/errors.ts'

/** The owner of the picture: a person, or the organisation itself. */
export interface PictureOf {
  readonly organisationId: number
  readonly userId: string | null
}

export interface Picture {
  readonly contentType: string
  readonly content: Buffer
}

const kinds: readonly (readonly [contentType: string, hasSignature: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'image/webp',
    (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
]

const largest = 1024 * 1024

/**
 * Replaces the picture, or removes it with null. Returns whether anything changed. Throws bad_request if it is not an
 * image, or too large.
 */
export async function writePicture(
  tx: Tx,
  { organisationId, userId }: PictureOf,
  content: Buffer | null,
  now: Date,
): Promise<boolean> {
  const contentType = content && typeOf(content)
  const before = await tx
    .selectFrom('pictures')
    .where('organisation_id', '=', organisationId)
    .where('user_id', 'is not distinct from', userId)
    .select(['id', 'content'])
    .executeTakeFirst()
  const stays = before && content ? before.content.equals(content) : !before && !content
  if (stays) return false
  if (before) {
    await tx
      .deleteFrom('pictures')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', before.id)
      .execute()
  }
  if (content && contentType) {
    await tx
      .insertInto('pictures')
      .values({
        organisation_id: organisationId,
        user_id: userId,
        content_type: contentType,
        content,
        created_at: now,
      })
      .execute()
  }
  return true
}

/** The picture itself; not_found if there is none. The caller has checked that its owner is visible. */
export async function readPicture(db: Reader, { organisationId, userId }: PictureOf): Promise<Picture> {
  const row = await db
    .selectFrom('pictures')
    .where('organisation_id', '=', organisationId)
    .where('user_id', 'is not distinct from', userId)
    .select(['content_type', 'content'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { contentType: row.content_type, content: row.content }
}

function typeOf(content: Buffer): string {
  const kind = kinds.find(([, hasSignature]) => hasSignature(content))
  if (!kind) throw badInput('picture', 'must be a PNG, JPEG or WebP image.')
  if (content.length > largest) throw badInput('picture', 'must have at most 1 MiB.')
  return kind[0]
}

/** In SQL over `users`, the id of the person's picture; null if there is none. */
export const pictureIdSql: RawBuilder<number | null> = sql`(select p.id from pictures p
  where p.organisation_id = users.organisation_id and p.user_id = users.id)`

/** In SQL over `users`, the id of the logo of the person's organisation; null if there is none. */
export const logoIdSql: RawBuilder<number | null> = sql`(select p.id from pictures p
  where p.organisation_id = users.organisation_id and p.user_id is null)`
