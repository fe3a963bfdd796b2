// Putting tags on a matter and taking them off together with other changes of it, as a change of many matters does.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getMatterFor } from '../access.ts'
import type { Matter } from '../matter.ts'
import { putTagOn } from './add-matter-tag.ts'
import { takeTagOff } from './remove-matter-tag.ts'
import { type MatterChanges, updateWithin } from './update-matter.ts'

/** Tags by their words, in any case; the organisation gets those that it does not have. */
export interface TagChanges {
  readonly add: readonly string[]
  /** Those that the matter does not have are passed over. */
  readonly remove: readonly string[]
}

/** Applies both, all or nothing. Nothing is written, and no event stored, when they change nothing. */
export function updateMatterAndTags(
  app: App,
  actor: Actor,
  id: number,
  { decide, tags }: { readonly decide: (matter: Matter) => MatterChanges; readonly tags: TagChanges },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    // the tags first: the change of the rest may end the right to them
    const tagged = await changeTags(tx, actor, { id, tags, now })
    const updated = await updateWithin(tx, actor, { id, now, decide: ({ matter }) => decide(matter) })
    return { result: undefined, events: [...tagged, ...updated] }
  })
}

async function changeTags(
  tx: Tx,
  actor: Actor,
  { id, tags: { add, remove }, now }: { readonly id: number; readonly tags: TagChanges; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  if (add.length === 0 && remove.length === 0) return []
  const matter = await getMatterFor(tx, actor, id, 'tags')
  const events: DomainEvent[] = []
  for (const description of remove) {
    const tagId = await findTagOn(tx, matter, description)
    if (tagId !== undefined) events.push(...(await takeTagOff(tx, matter, { tagId, now })))
  }
  for (const description of add)
    events.push(...(await putTagOn(tx, matter, { description, by: actor.userId, now })).events)
  return events
}

async function findTagOn(
  tx: Tx,
  { organisationId, id }: Matter & MayChange,
  description: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('tags')
    .innerJoin('matter_tags', (join) =>
      join
        .onRef('matter_tags.organisation_id', '=', 'tags.organisation_id')
        .onRef('matter_tags.tag_id', '=', 'tags.id'),
    )
    .where('tags.organisation_id', '=', organisationId)
    .where('matter_tags.matter_id', '=', id)
    .where((eb) => eb(eb.fn('lower', ['tags.description']), '=', eb.fn('lower', [eb.val(description)])))
    .select('tags.id')
    .executeTakeFirst()
  return row?.id
}
