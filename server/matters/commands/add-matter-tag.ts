// Adding tags to matters.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { hasUniqueText } from '../../platform/postgres/unique-text.ts'
import { badInput } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { getMatterFor, noteMatterActivity } from '../access.ts'
import type { Matter } from '../matter.ts'
import type { Tag } from '../matter-details.ts'
import { tagAdded } from '../events.ts'

const longest = 100

/** The words of a tag, trimmed; 400 for what no tag can be called, under the given name of the input. */
export function tagText(text: string, input = 'description'): string {
  const description = text.trim()
  if (description === '' || description.length > longest || /[\u0000-\u001f\u007f]/.test(description)) {
    throw badInput(input, `must be a text of 1 to ${longest} characters on one line.`)
  }
  return description
}

/**
 * Adds the tag to the matter and returns it. A tag belongs to the organisation, and is the same for all its matters and
 * in any case of letters; it is created if it does not exist. If the matter already has it, nothing happens and no
 * event is stored.
 */
export async function addMatterTag(app: App, actor: Actor, matterId: number, text: string): Promise<Tag> {
  const description = tagText(text)
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'tags')
    const { tag, events } = await putTagOn(tx, matter, { description, by: actor.userId, now })
    return { result: tag, events }
  })
}

/** The same inside a larger change, which stores the returned events; `description` is from `tagText`. */
export async function putTagOn(
  tx: Tx,
  matter: Pick<Matter, 'organisationId' | 'id'> & MayChange,
  { description, by, now }: { readonly description: string; readonly by: string; readonly now: Date },
): Promise<{ readonly tag: Tag; readonly events: readonly DomainEvent[] }> {
  const { organisationId } = matter
  const tag = await tagOf(tx, { matter, description, createdBy: by, now })
  const added = await tx
    .insertInto('matter_tags')
    .values({
      organisation_id: organisationId,
      matter_id: matter.id,
      tag_id: tag.id,
      added_by: by,
      added_at: now,
    })
    .onConflict((there) => there.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) return { tag, events: [] }
  await noteMatterActivity(tx, matter, now)
  return { tag, events: tagAdded(matter, tag) }
}

interface NewTag {
  readonly matter: Pick<Matter, 'organisationId' | 'id'> & MayChange
  readonly description: string
  readonly createdBy: string
  readonly now: Date
}

async function tagOf(tx: Tx, { matter, description, createdBy, now }: NewTag): Promise<Tag> {
  const { organisationId } = matter
  // not through access.ts: administrators read the words on unrestricted matters, whether they see these or not
  const known = sql<boolean>`(select not m.restricted from matters m
    where m.organisation_id = ${organisationId} and m.id = ${matter.id})`
  const made = await tx
    .insertInto('tags')
    .values({ organisation_id: organisationId, description, created_by: createdBy, created_at: now, known })
    .onConflict((there) => there.doNothing())
    .returning(['id', 'description'])
    .executeTakeFirst()
  if (made) {
    await checkRoom(tx, 'tags', { organisationId }, 0)
    return made
  }
  const tag = await tx
    .selectFrom('tags')
    .where('organisation_id', '=', organisationId)
    .where(hasUniqueText('description', description))
    .orderBy('id')
    .select(['id', 'description', 'known'])
    .executeTakeFirstOrThrow()
  if (!tag.known)
    await tx
      .updateTable('tags')
      .set({ known })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', tag.id)
      .execute()
  return { id: tag.id, description: tag.description }
}
