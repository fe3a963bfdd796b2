// Creating a task template: a plan of tasks for a kind of matter.
import type { App } from '../../platform/app.ts'
import type { Actor } from '../../platform/actor.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { type Tx, violates } from '../../platform/postgres/database.ts'
import { badInputs, conflict } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { taskProblems } from '../task.ts'
import { itemProblems, type RelativeDue, type TaskTemplateItem } from '../task-template.ts'

/** An item as it is sent: without a number, which is its position from 1, and with defaults left out. */
export type NewTaskTemplateItem = Partial<Omit<TaskTemplateItem, 'number' | 'due'>> &
  Pick<TaskTemplateItem, 'name'> & {
    readonly due?: (Omit<RelativeDue, 'after'> & Partial<Pick<RelativeDue, 'after'>>) | null
  }

export interface NewTaskTemplate {
  readonly organisationId: number
  readonly name: string
  readonly description?: string | null
  readonly items: readonly NewTaskTemplateItem[]
}

/** Creates the template with its items and returns its id; bad_request names what is wrong with which item. */
export async function createTaskTemplate(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, ...template }: NewTaskTemplate,
): Promise<number> {
  const items = template.items.map(itemOf)
  const errors = { ...taskProblems({ name: template.name }), ...itemProblems(items) }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const name = template.name.trim()
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'taskTemplates', { organisationId })
    const { id } = await tx
      .insertInto('task_templates')
      .values({
        organisation_id: organisationId,
        name,
        description: template.description ?? null,
        created_by: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(nameTaken)
    await insertItems(tx, { organisationId, id }, items)
    return {
      result: id,
      events: [
        {
          name: 'taskTemplate.created',
          organisationId,
          resource: { kind: 'taskTemplate', id },
          subject: null,
          facts: { name, items: items.length },
        },
      ],
    }
  })
}

/** An item with all defaults filled in. */
export function itemOf(item: NewTaskTemplateItem, index: number): TaskTemplateItem {
  return {
    number: index + 1,
    name: item.name,
    description: item.description ?? null,
    parent: item.parent ?? null,
    type: item.type ?? 'Standard',
    duration: item.duration ?? 0,
    due: item.due ? { ...item.due, after: item.due.after ?? null } : null,
    assignTo: item.assignTo ?? null,
  }
}

/** Throws a conflict if the name is taken, and any other error unchanged. */
export function nameTaken(error: unknown): never {
  if (violates(error, 'task_templates_name_unique')) {
    throw conflict('The organisation already has a task template with this name.')
  }
  throw error
}

/** Inserts the items of a template that has none. */
export async function insertItems(
  tx: Tx,
  template: { readonly organisationId: number; readonly id: number },
  items: readonly TaskTemplateItem[],
): Promise<void> {
  await tx
    .insertInto('task_template_items')
    .values(
      items.map((item) => ({
        organisation_id: template.organisationId,
        template_id: template.id,
        number: item.number,
        parent_number: item.parent,
        name: item.name.trim(),
        description: item.description,
        type: item.type,
        duration: String(item.duration),
        due_offset: item.due?.offset ?? null,
        due_unit: item.due?.unit ?? null,
        due_after_number: item.due?.after ?? null,
        assign_to: item.assignTo,
      })),
    )
    .execute()
}
