// Adding the tasks of a template to a matter.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { MayContribute } from '../../platform/granted.ts'
import { badInput } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { getMatterFor, noteMatterActivity } from '../../matters/access.ts'
import { seesMatter } from '../../matters/user-sees-matter.ts'
import type { Matter } from '../../matters/matter.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { readWorkingCalendar, worksOn } from '../../identity/organisations/working-calendar.ts'
import { taskCreated } from '../events.ts'
import { resolveDueDays, type TaskTemplateItem } from '../task-template.ts'
import { listItems } from '../list-templates.ts'
import { insertTask, nextPosition } from './create-task.ts'

/**
 * Adds the template's tasks after the existing tasks of the matter, nested as in the template, with due dates counted
 * from today in the time zone of the matter's organisation. Adding the same template again adds all its tasks again.
 */
export function addTasksFromTemplate(
  app: App,
  actor: Actor,
  matterId: number,
  templateId: number,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'addTaskTemplates')
    const items = await listItems(tx, actor, templateId)
    const events = await addItems(tx, actor, matter, { templateId, items, now })
    await noteMatterActivity(tx, matter, now)
    return { result: undefined, events }
  })
}

interface TemplateToAdd {
  readonly templateId: number
  readonly items: readonly TaskTemplateItem[]
  readonly now: Date
}

/**
 * The same inside a larger change, with the items of a template; the matter is not noted as active. Returns the events.
 */
export async function addItems(
  tx: Tx,
  author: Pick<Actor, 'userId'>,
  matter: Matter & MayContribute,
  { templateId, items, now }: TemplateToAdd,
): Promise<readonly DomainEvent[]> {
  const { organisationId, id: parentId } = matter
  if (items.length === 0) throw unknownTemplate()
  await checkRoom(tx, 'tasks', { organisationId, parentId }, items.length)
  const isWorkingDay = worksOn(await readWorkingCalendar(tx, organisationId))
  const days = resolveDueDays(items, await localDay(tx, organisationId, now), isWorkingDay)
  const assignees = await assigneesOf(tx, matter)
  const first = await nextPosition(tx, matter)
  const ids = new Map<number, number>()
  const events: DomainEvent[] = []
  for (const [index, item] of items.entries()) {
    const task = await insertTask(tx, author, matter, {
      name: item.name,
      description: item.description,
      type: item.type,
      duration: item.duration,
      // an item comes after its parent
      parentId: item.parent === null ? null : (ids.get(item.parent) ?? null),
      position: first + index,
      assigneeId: item.assignTo && assignees[item.assignTo],
      due: days[index] ?? null,
      now,
    })
    ids.set(item.number, task.id)
    events.push(taskCreated(task, templateId))
  }
  return events
}

/** The owner and the manager, if they are active: people who have left get no new tasks. */
async function assigneesOf(tx: Tx, { id, ownerId, managerId }: Matter) {
  return {
    Owner: (await seesMatter(tx, ownerId, id, { joining: true })) ? ownerId : null,
    Manager:
      managerId !== null && (await seesMatter(tx, managerId, id, { joining: true })) ? managerId : null,
  }
}

const unknownTemplate = () =>
  badInput(
    'templateId',
    'must be the id of a task template of your organisation; GET /matter-apis/v1/matters/tasktemplates lists them.',
  )
