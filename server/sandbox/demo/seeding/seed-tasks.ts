// Creates the demo's task templates, adds some to matters, and sets the statuses of tasks.
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { tasksVisibleTo } from '../../../tasks/access.ts'
import { addTasksFromTemplate } from '../../../tasks/commands/add-tasks-from-template.ts'
import { updateTask } from '../../../tasks/commands/update-task.ts'
import { createTaskTemplate } from '../../../tasks/commands/create-task-template.ts'
import type { Actor } from '../../../platform/actor.ts'
import { actorFor } from '../actor.ts'
import { harbour } from '../plans/core-records.ts'
import { findNamed, getDemoMatter } from '../find-demo-records.ts'
import { addedPlans, taskStates, taskTemplates } from '../plans/task-templates.ts'
import type { Made } from './seed-directory.ts'

/** Creates whatever is missing of them; the matters must exist. */
export async function seedTasks(app: App, made: Made): Promise<void> {
  for (const { organisation, ...template } of taskTemplates) {
    const organisationId = made.organisation(organisation)
    if ((await findNamed(app, 'task_templates', organisationId, template.name)) !== undefined) continue
    await createTaskTemplate(app, systemActor('demo'), { organisationId, ...template })
  }
  for (const { matter, template, by } of addedPlans) {
    const actor = await actorFor(app, made.user(by))
    const { id } = await getDemoMatter(app, actor, made.organisation(harbour), matter)
    const [first] = taskTemplates.find(({ name }) => name === template)?.items ?? []
    if ((await findTask(app, actor, id, first?.name ?? '')) !== undefined) continue
    const templateId = await findNamed(app, 'task_templates', actor.organisationId, template)
    await addTasksFromTemplate(app, actor, id, templateId ?? 0)
  }
  for (const { matter, task, by, assignee, ...changes } of taskStates) {
    const actor = await actorFor(app, made.user(by))
    const { id } = await getDemoMatter(app, actor, made.organisation(harbour), matter)
    await updateTask(app, actor, (await findTask(app, actor, id, task)) ?? 0, {
      ...changes,
      ...(assignee === undefined ? {} : { assigneeId: made.user(assignee) }),
    })
  }
}

async function findTask(app: App, actor: Actor, matterId: number, name: string): Promise<number | undefined> {
  const row = await tasksVisibleTo(app.db, actor)
    .where('tasks.matter_id', '=', matterId)
    .where('tasks.name', '=', name)
    .select('tasks.id')
    .executeTakeFirst()
  return row?.id
}
