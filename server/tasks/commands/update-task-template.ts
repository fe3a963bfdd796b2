// Updating and deleting task templates.
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInputs, notFound } from '../../platform/errors.ts'
import { taskProblems } from '../task.ts'
import { itemProblems } from '../task-template.ts'
import { insertItems, itemOf, nameTaken, type NewTaskTemplate } from './create-task-template.ts'

/** What to update: an absent property is kept, a null description clears it; items are replaced all together. */
export type TaskTemplateChanges = Partial<Omit<NewTaskTemplate, 'organisationId'>>

/** Updates a template of the actor's organisation; tasks that were added from it before do not change. */
export async function updateTaskTemplate(
  app: App,
  actor: Actor,
  id: number,
  { name, description, items }: TaskTemplateChanges,
): Promise<void> {
  const written = items?.map(itemOf)
  const errors = {
    ...taskProblems({ ...(name === undefined ? {} : { name }), description: description ?? null }),
    ...(written ? itemProblems(written) : {}),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return change(app, actor, async (tx, now) => {
    const { organisationId } = actor
    await lockTemplate(tx, actor, id)
    await tx
      .updateTable('task_templates')
      .set({
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(description === undefined ? {} : { description }),
        updated_at: now,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
      .catch(nameTaken)
    if (written) {
      await tx
        .deleteFrom('task_template_items')
        .where('organisation_id', '=', organisationId)
        .where('template_id', '=', id)
        .execute()
      await insertItems(tx, { organisationId, id }, written)
    }
    const facts = { ...(name === undefined ? {} : { name }), ...(written ? { items: written.length } : {}) }
    return { result: undefined, events: [templateEvent(actor, 'taskTemplate.updated', id, facts)] }
  })
}

/** Removes a template from the list. Tasks that were added from it stay, and its name can be used again. */
export function deleteTaskTemplate(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockTemplate(tx, actor, id)
    await tx
      .updateTable('task_templates')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [templateEvent(actor, 'taskTemplate.deleted', id, {})] }
  })
}

async function lockTemplate(tx: Tx, { organisationId }: Actor, id: number): Promise<void> {
  const row = await tx
    .selectFrom('task_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

const templateEvent = (
  { organisationId }: Actor,
  name: NameOf<'taskTemplate'>,
  id: number,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'taskTemplate', id },
  subject: null,
  facts,
})
