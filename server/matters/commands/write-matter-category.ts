// What creating and updating a category of matters have in common: its place in the tree, its team, its defaults for
// new matters.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent, SystemActor } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'
import { canJoinRecordsOf } from '../../identity/users/people-on-records.ts'
import { checkTeamOfType } from '../../identity/users/write-teams.ts'
import type { CategoryRules } from '../categories.ts'
import { nameProblem } from '../matter.ts'

/** The properties of a category. */
export interface CategoryDraft {
  readonly name: string
  readonly description: string | null
  readonly parentId: number | null
  readonly position: number
  readonly teamId: number | null
  readonly teamRequired: boolean
  readonly rules: CategoryRules | null
}

interface Checked {
  readonly actor: Actor | SystemActor
  readonly organisationId: number
  /** The category itself, if it exists already. */
  readonly id?: number
  /** Which properties are new; unchanged ones are not checked. */
  readonly changed: ReadonlySet<keyof CategoryDraft>
}

/**
 * Throws 400 naming what is wrong. The caller has locked the organisation, so that no two moves close a circle
 * together.
 */
export async function checkCategory(
  tx: Tx,
  draft: CategoryDraft,
  { actor, organisationId, id, changed }: Checked,
): Promise<void> {
  const { name, parentId, position, teamId, rules } = draft
  const problem = nameProblem(name)
  if (problem) throw badInput('name', problem)
  if (!Number.isInteger(position) || Math.abs(position) > 1_000_000)
    throw badInput('position', 'must be a whole number from -1000000 to 1000000.')
  if (parentId !== null && changed.has('parentId')) await checkPlace(tx, { organisationId, parentId, id })
  if (teamId !== null && changed.has('teamId'))
    await checkTeamOfType(tx, actor, {
      organisationId,
      id: teamId,
      records: 'matters',
      sees: 'MatterAdministrators',
    })
  const managerId = rules?.managerId
  if (managerId !== undefined && changed.has('rules')) {
    if (!(await canJoinRecordsOf(tx, organisationId, managerId)))
      throw badInput('managerId', 'must be the id of an active person who can be on matters.')
  }
}

async function checkPlace(
  tx: Tx,
  place: { readonly organisationId: number; readonly parentId: number; readonly id: number | undefined },
): Promise<void> {
  const rows = await tx
    .selectFrom('matter_categories')
    .where('organisation_id', '=', place.organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'parent_id'])
    .execute()
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  if (!parents.has(place.parentId))
    throw badInput('parentId', 'must be the id of a matter type that is not deleted.')
  for (let above: number | null = place.parentId; above !== null; above = parents.get(above) ?? null) {
    if (above === place.id) throw badInput('parentId', 'must not be the matter type itself, or one below it.')
  }
}

/** The columns of a category. */
export const categoryRow = (draft: CategoryDraft) => ({
  parent_id: draft.parentId,
  name: draft.name,
  description: draft.description,
  position: draft.position,
  team_id: draft.teamId,
  team_required: draft.teamRequired,
  rules: draft.rules && Object.keys(draft.rules).length > 0 ? JSON.stringify(draft.rules) : null,
})

/** The conflict of a name that exists in the same place. */
export const takenCategory = (name: string) => ({
  constraint: 'matter_categories_name_unique',
  message: `There is a matter type named ${name} there already.`,
})

/** Something happened to a category; history only. */
export const categoryEvent = (
  name: NameOf<'matterCategory'>,
  { organisationId, id, facts = {} }: { organisationId: number; id: number; facts?: Record<string, unknown> },
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'matterCategory', id },
  subject: null,
  facts,
})
