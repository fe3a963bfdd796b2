// The tree of departments of an organisation.
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput } from '../../platform/errors.ts'

export interface DepartmentPlace {
  readonly organisationId: number
  readonly parentId: number | null
}

/**
 * Rejects an invalid parent: a department that does not exist or, for one that is moved, one inside itself. The caller
 * has locked the organisation, so that two moves cannot form a cycle together.
 */
export async function checkParent(
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
    if (above === moved)
      throw badInput('parentId', 'must not be the department itself, or one of its subdepartments.')
  }
}

/** The conflict for a name that is taken under the same parent. */
export const departmentNameTaken = (name: string) => ({
  constraint: 'departments_name_unique',
  message: `There is already a department "${name}" under the same parent.`,
})
