// Takes a department out of use.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { conflict, notFound } from '../../platform/errors.ts'

/**
 * Takes the department out of use: it can be chosen no more, and records that have it keep showing it. Throws conflict while
 * departments below it are in use, not_found when there is no such department.
 */
export function deleteDepartment(
  app: App,
  actor: SystemActor,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const below = await tx
      .selectFrom('departments')
      .where('organisation_id', '=', organisationId)
      .where('parent_id', '=', id)
      .where('deleted_at', 'is', null)
      .select('name')
      .executeTakeFirst()
    if (below) throw conflict(`The department "${below.name}" lies below this one. Delete it first.`)
    const deleted = await tx
      .updateTable('departments')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) throw notFound()
    const event = {
      name: 'department.deleted',
      organisationId,
      resource: { kind: 'department', id },
      subject: null,
      facts: { name: deleted.name },
    }
    return { result: undefined, events: [event] }
  })
}
