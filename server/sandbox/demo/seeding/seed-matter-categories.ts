// Creates the categories of the demo's matters.
import { createMatterCategory } from '../../../matters/commands/create-matter-category.ts'
import { deleteMatterCategory } from '../../../matters/commands/delete-matter-category.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { categories } from '../plans/matters.ts'
import type { Made } from './seed-directory.ts'

const demo = systemActor('demo')

/** Further look-ups from names in the data to what was created for them. */
interface Teams {
  team(organisationId: number, name: string): Promise<number | undefined>
}

/** Creates whatever is missing of them. */
export async function seedMatterCategories(app: App, made: Made & Teams): Promise<void> {
  for (const {
    organisation,
    name,
    parent,
    team,
    teamRequired = false,
    rules,
    closed = false,
  } of categories) {
    const organisationId = made.organisation(organisation)
    if ((await findCategory(app, organisationId, name)) !== undefined) continue
    const parentId = parent === undefined ? undefined : await findCategory(app, organisationId, parent)
    const teamId = team === undefined ? undefined : await made.team(organisationId, team)
    const { manager, ...others } = rules ?? {}
    const id = await createMatterCategory(app, demo, {
      organisationId,
      name,
      teamRequired,
      ...(parentId === undefined ? {} : { parentId }),
      ...(teamId === undefined ? {} : { teamId }),
      ...(rules ? { rules: { ...others, ...(manager ? { managerId: made.user(manager) } : {}) } } : {}),
    })
    if (closed) await deleteMatterCategory(app, demo, { organisationId, id })
  }
}

/** The category with a name, active or deleted. */
export async function findCategory(
  app: App,
  organisationId: number,
  name: string,
): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('matter_categories')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst()
  return row?.id
}
