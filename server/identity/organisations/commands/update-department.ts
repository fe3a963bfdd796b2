// Renaming a department, or moving it in the tree with its subdepartments.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { notFound } from '../../../platform/errors.ts'
import type { VersionChecked } from '../../../platform/version-checked.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../access.ts'
import { checkParent, departmentNameTaken } from '../departments.ts'
import { departmentEvent } from '../events.ts'
import { nameFor } from '../organisation.ts'

/** What to update: an absent property is kept; a parent of null is the top level. */
export interface DepartmentChanges {
  readonly name?: string
  readonly parentId?: number | null
}

/**
 * Applies the changes; does nothing if there is no difference. For administrators of the organisation. Throws not_found
 * if there is no such department, bad_request for a parent inside itself, and conflict if the name is taken there.
 */
export async function updateDepartment(
  app: App,
  actor: Actor | SystemActor,
  department: { readonly organisationId: number; readonly id: number } & VersionChecked,
  changes: DepartmentChanges,
): Promise<void> {
  const { organisationId, id, checkVersion } = department
  const wanted =
    changes.name === undefined ? changes : { ...changes, name: nameFor('A department', changes.name) }
  return mapUniqueViolation(departmentNameTaken(wanted.name ?? 'of this name'), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      const before = await tx
        .selectFrom('departments')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select(['name', 'parent_id as parentId', 'version'])
        .executeTakeFirst()
      if (!before) throw notFound()
      checkVersion?.(before.version)
      const after = { ...before, ...wanted }
      const changed = differencesOf(before, after, ['name', 'parentId'])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      await checkParent(tx, { organisationId, parentId: after.parentId }, id)
      await tx
        .updateTable('departments')
        .set(({ eb }) => ({
          name: after.name,
          parent_id: after.parentId,
          version: eb('version', '+', 1),
          updated_at: now,
        }))
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      return { result: undefined, events: [departmentEvent('department.updated', department, { changed })] }
    }),
  )
}
