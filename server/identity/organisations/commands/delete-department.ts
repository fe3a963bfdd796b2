// Deleting a department.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { getOrganisationToChange } from '../access.ts'
import { departmentEvent } from '../events.ts'

interface DepartmentName {
  readonly organisationId: number
  readonly id: number
}

/**
 * Deletes the department: it can no longer be chosen, but records that have it keep showing it. For administrators of
 * the organisation. Throws conflict while it has subdepartments or people, and not_found if it does not exist.
 */
export function deleteDepartment(
  app: App,
  actor: Actor | SystemActor,
  department: DepartmentName,
): Promise<void> {
  const { organisationId, id } = department
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkUnused(tx, department)
    const deleted = await tx
      .updateTable('departments')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw notFound()
    return {
      result: undefined,
      events: [departmentEvent('department.deleted', department, { name: deleted.name })],
    }
  })
}

async function checkUnused(tx: Tx, { organisationId, id }: DepartmentName): Promise<void> {
  const below = await tx
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst()
  if (below) throw conflict(`The department has a subdepartment "${below.name}". Delete that first.`)
  const { people } = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('department_id', '=', id)
    .where('status', '!=', 'Disabled')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  if (people > 0) throw conflict(`The department has people (${people}). Move them to another one first.`)
}
