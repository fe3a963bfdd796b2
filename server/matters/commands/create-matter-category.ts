// Creating a category of matters.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import type { CategoryRules } from '../categories.ts'
import { categoryEvent, categoryRow, checkCategory, takenCategory } from './write-matter-category.ts'

export interface NewMatterCategory {
  readonly organisationId: number
  readonly name: string
  /** What it is for. */
  readonly description?: string | null
  /** The parent category; none at the top of the tree. */
  readonly parentId?: number | null
  /** The position among its siblings: smaller ones come first, then by name. */
  readonly position?: number
  readonly teamId?: number | null
  readonly teamRequired?: boolean
  readonly rules?: CategoryRules | null
}

/**
 * Creates the category and returns its id. For administrators of the organisation. Throws conflict when a sibling has
 * the name.
 */
export async function createMatterCategory(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, ...input }: NewMatterCategory,
): Promise<number> {
  const draft = {
    name: input.name.trim(),
    description: input.description ?? null,
    parentId: input.parentId ?? null,
    position: input.position ?? 0,
    teamId: input.teamId ?? null,
    teamRequired: input.teamRequired ?? false,
    rules: input.rules ?? null,
  }
  return mapUniqueViolation(takenCategory(draft.name), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkRoom(tx, 'matterTypes', { organisationId })
      await checkCategory(tx, draft, {
        actor,
        organisationId,
        changed: new Set(['parentId', 'teamId', 'rules']),
      })
      const { id } = await tx
        .insertInto('matter_categories')
        .values({ organisation_id: organisationId, ...categoryRow(draft), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const facts = { name: draft.name, parentId: draft.parentId }
      return { result: id, events: [categoryEvent('matterCategory.created', { organisationId, id, facts })] }
    }),
  )
}
