// Adds a department to an organisation's tree of departments.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'

export interface NewDepartment {
  readonly organisationId: number
  readonly name: string
  /** A department of the same organisation; without one it stands at the top. */
  readonly parentId?: number
}

/** Makes the department and answers its id. Throws conflict when its parent has one of that name. */
export async function createDepartment(
  app: App,
  actor: SystemActor,
  { organisationId, name, parentId }: NewDepartment,
): Promise<number> {
  if (name.trim() === '') throw badInput('name', 'A department needs a name.')
  try {
    return await change(app, actor, async (tx, now) => {
      if (parentId !== undefined) {
        const parent = await tx
          .selectFrom('departments')
          .where('organisation_id', '=', organisationId)
          .where('id', '=', parentId)
          .where('deleted_at', 'is', null)
          .select('id')
          .executeTakeFirst()
        if (!parent)
          throw badInput('parentId', 'parentId must be the id of a department of the organisation.')
      }
      const { id } = await tx
        .insertInto('departments')
        .values({
          organisation_id: organisationId,
          name: name.trim(),
          parent_id: parentId ?? null,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const event = {
        name: 'department.created',
        organisationId,
        resource: { kind: 'department', id },
        subject: null,
        facts: { name: name.trim() },
      }
      return { result: id, events: [event] }
    })
  } catch (error) {
    if (!violates(error, 'departments_name_unique')) throw error
    throw conflict(`There is already a department "${name.trim()}" in the same place.`)
  }
}
