// Makes a category of matters.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { isAssignableTeam } from '../../users/queries.ts'
import { type CategoryRules, findUsableCategory } from '../categories.ts'
import { nameProblem } from '../matter.ts'

export interface NewMatterCategory {
  readonly organisationId: number
  readonly name: string
  /** The category above it; none at the top of the tree. */
  readonly parentId?: number
  readonly teamId?: number
  readonly teamRequired?: boolean
  readonly rules?: CategoryRules
}

/** Makes the category and answers its id. Throws conflict when there is one of the name beside it. */
export async function createMatterCategory(
  app: App,
  actor: SystemActor,
  { organisationId, parentId, teamId, teamRequired = false, rules, ...category }: NewMatterCategory,
): Promise<number> {
  const name = category.name.trim()
  const problem = nameProblem(name)
  if (problem) throw badInput('name', problem)
  return change(app, actor, async (tx, now) => {
    if (parentId !== undefined && !(await findUsableCategory(tx, organisationId, parentId))) {
      throw badInput('parentId', 'parentId must be the id of a category that is not deleted.')
    }
    if (teamId !== undefined && !(await isAssignableTeam(tx, organisationId, teamId))) {
      throw badInput('teamId', 'teamId must be the id of a team that matters can be assigned to.')
    }
    const { id } = await tx
      .insertInto('matter_categories')
      .values({
        organisation_id: organisationId,
        parent_id: parentId ?? null,
        name,
        team_id: teamId ?? null,
        team_required: teamRequired,
        rules: rules ? JSON.stringify(rules) : null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: id,
      events: [categoryEvent('created', { organisationId, id, facts: { name, parentId } })],
    }
  }).catch((error: unknown) => {
    if (!violates(error, 'matter_categories_name_unique')) throw error
    throw conflict(`There is a category named ${name} there already.`)
  })
}

export const categoryEvent = (
  what: 'created' | 'deleted',
  { organisationId, id, facts = {} }: { organisationId: number; id: number; facts?: Record<string, unknown> },
) => ({
  name: `matterCategory.${what}`,
  organisationId,
  resource: { kind: 'matterCategory', id },
  subject: null,
  facts,
})
