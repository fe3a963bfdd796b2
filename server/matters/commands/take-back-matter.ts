// Taking back what a change of many has changed of one matter, its tags among it.
import { formerFields } from '../../fields/values/former.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { formerValues, type Made } from '../../platform/events/taken-back.ts'
import { updateMatterAndTags } from './change-matter-tags.ts'
import type { MatterChanges } from './update-matter.ts'

/** By the rules of any other update. Throws conflict where something of it has been changed since. */
export async function takeBackMatter(app: App, actor: Actor, id: number, made: Made): Promise<void> {
  const removed = made.flatMap(({ facts }) => Number(facts['removedTagId'] ?? 0) || [])
  const added = made.flatMap(({ name, facts }) =>
    name === 'matter.tag.created' ? String(facts['description']) : [],
  )
  await updateMatterAndTags(app, actor, id, {
    tags: { add: await wordsOf(app.db, actor, removed), remove: added },
    decide: (matter) => {
      // whether it is in intake follows from its manager
      const { own, fields } = formerValues(made, matter, ['inIntake'])
      const former = formerFields(fields)
      return { ...(own as MatterChanges), ...(former ? { fields: former } : {}) }
    },
  })
}

/** Tags that were deleted since stay away. */
async function wordsOf(db: Reader, { organisationId }: Actor, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tags')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .select('description')
    .execute()
  return rows.map(({ description }) => description)
}
