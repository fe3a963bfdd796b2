// Keeping the tags of an organisation: adding one to the list, renaming one, deleting one that no matter has.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import type { Tag } from '../matter-details.ts'
import { isKnownTag } from '../tag-listing.ts'
import { tagText } from './add-matter-tag.ts'

/** An event of a tag itself; history only. */
export const tagEvent = (
  name: NameOf<'tag'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'tag', id }, subject: null, facts })

const taken = (description: string) => ({
  constraint: 'tags_description_unique',
  message: `There is a tag "${description}" already.`,
})

/** Adds the tag to the list of the organisation. For administrators. Throws conflict when it exists, in any case. */
export async function createTag(app: App, actor: Actor, text: string): Promise<Tag> {
  const description = tagText(text)
  const { organisationId } = actor
  return mapUniqueViolation(taken(description), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkRoom(tx, 'tags', { organisationId })
      const { id } = await tx
        .insertInto('tags')
        .values({
          organisation_id: organisationId,
          description,
          created_by: actor.userId,
          created_at: now,
          known: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result: { id, description },
        events: [tagEvent('tag.created', { organisationId, id }, { description })],
      }
    }),
  )
}

/** Renames the tag on every matter. For administrators. Throws conflict when another one has the word, in any case. */
export async function renameTag(
  app: App,
  actor: Actor,
  { id, checkVersion }: { readonly id: number } & VersionChecked,
  text: string,
): Promise<void> {
  const description = tagText(text)
  const { organisationId } = actor
  await mapUniqueViolation(taken(description), () =>
    change(app, actor, async (tx) => {
      const before = await holdTag(tx, actor, id)
      checkVersion?.(before.version)
      if (before.description === description) return { result: undefined, events: [] }
      await tx
        .updateTable('tags')
        .set(({ eb }) => ({ description, version: eb('version', '+', 1) }))
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      const facts = { changed: { description: { from: before.description, to: description } } }
      return { result: undefined, events: [tagEvent('tag.updated', { organisationId, id }, facts)] }
    }),
  )
}

/** Deletes the tag. For administrators. Throws conflict when matters have it, seen or not. */
export function deleteTag(app: App, actor: Actor, id: number): Promise<void> {
  const { organisationId } = actor
  return change(app, actor, async (tx) => {
    const { description } = await holdTag(tx, actor, id)
    const use = await tx
      .selectFrom('matter_tags')
      .where('organisation_id', '=', organisationId)
      .where('tag_id', '=', id)
      .select('matter_id')
      .limit(1)
      .executeTakeFirst()
    // not how many: some may be restricted
    if (use) throw conflict(`Matters have the tag "${description}": replace it by another one instead.`)
    await tx.deleteFrom('tags').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
    return { result: undefined, events: [tagEvent('tag.deleted', { organisationId, id }, { description })] }
  })
}

async function holdTag(tx: Tx, actor: Actor, id: number): Promise<Tag & { readonly version: number }> {
  await getOrganisationToChange(tx, actor, actor.organisationId)
  const tag = await tx
    .selectFrom('tags')
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .where(isKnownTag(tx, actor, 'tags'))
    .select(['id', 'description', 'version'])
    .forUpdate()
    .executeTakeFirst()
  if (!tag) throw notFound()
  return tag
}
