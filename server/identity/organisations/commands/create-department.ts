// Adds a department to an organisation's tree of departments.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { checkRoom } from '../limits/check-room.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../access.ts'
import { checkParent, departmentNameTaken } from '../departments.ts'
import { departmentEvent } from '../events.ts'
import { nameFor } from '../organisation.ts'

export interface NewDepartment {
  readonly organisationId: number
  readonly name: string
  /** The parent, a department of the same organisation; without one it is at the top level. */
  readonly parentId?: number | null
}

/**
 * Creates the department and returns its id. For administrators of the organisation. Throws conflict if its parent
 * already has one with that name.
 */
export async function createDepartment(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, name: given, parentId = null }: NewDepartment,
): Promise<number> {
  const name = nameFor('A department', given)
  return mapUniqueViolation(departmentNameTaken(name), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkParent(tx, { organisationId, parentId })
      await checkRoom(tx, 'departments', { organisationId })
      const { id } = await tx
        .insertInto('departments')
        .values({
          organisation_id: organisationId,
          name,
          parent_id: parentId,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result: id,
        events: [departmentEvent('department.created', { organisationId, id }, { name, parentId })],
      }
    }),
  )
}
