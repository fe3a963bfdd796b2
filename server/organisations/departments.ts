// The tree of departments of an organisation: where one may stand, and what is below it.
import type { Tx } from '../platform/postgres/database.ts'
import { badInput } from '../platform/errors.ts'

export interface DepartmentPlace {
  readonly organisationId: number
  readonly parentId: number | null
}

/**
 * Refuses a place that is none: below a department that is not there or, for one that is moved, below itself. Whoever asks holds
 * the organisation, so that no two moves make a circle together.
 */
export async function checkPlace(
  tx: Tx,
  { organisationId, parentId }: DepartmentPlace,
  moved?: number,
): Promise<void> {
  if (parentId === null) return
  const rows = await tx
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'parent_id'])
    .execute()
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  if (!parents.has(parentId)) {
    throw badInput('parentId', 'must be the id of a department of the organisation.')
  }
  for (let above: number | null = parentId; above !== null; above = parents.get(above) ?? null) {
    if (above === moved) throw badInput('parentId', 'must not be the department itself, or one below it.')
  }
}

/** What is said of a name that stands in the same place already. */
export const takenDepartment = (name: string) => ({
  constraint: 'departments_name_unique',
  message: `There is already a department "${name}" in the same place.`,
})
