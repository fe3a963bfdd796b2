// Events of tasks: history of their matter. They have no topic (docs/decisions/0028).
import { kinds } from '../records/kinds.ts'
import type { DomainEvent } from '../platform/events/change.ts'
import type { NameOf } from '../platform/events/event-names.ts'
import { differencesOf } from '../platform/events/differences.ts'
import type { Task } from './task.ts'

type EventTask = Pick<Task, 'organisationId' | 'id' | 'matterId'>

const event = (
  task: EventTask,
  name: NameOf<'task'>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({
  name,
  organisationId: task.organisationId,
  resource: { kind: 'task', id: task.id },
  subject: { kind: kinds.matter.one, id: task.matterId },
  facts,
})

/** A task was added to a matter, on its own or from a template. */
export const taskCreated = (
  task: EventTask & Pick<Task, 'name' | 'type' | 'due' | 'assigneeId'>,
  templateId?: number,
): DomainEvent => {
  const { name, type, due, assigneeId } = task
  return event(task, 'task.created', {
    name,
    type,
    due,
    assigneeId,
    ...(templateId === undefined ? {} : { templateId }),
  })
}

/** A task is due today: time raises it, and its assignee is notified. */
export const taskDue = (
  task: EventTask & Pick<Task, 'name' | 'due' | 'assigneeId'> & { readonly type: string },
): DomainEvent => {
  const { name, type, due, assigneeId } = task
  return event(task, 'task.due', { name, type, due, assigneeId })
}

/** A task was deleted. */
export const taskDeleted = (task: Task): DomainEvent =>
  event(task, 'task.deleted', { name: task.name, type: task.type })

const historyProperties = [
  'name',
  'description',
  'type',
  'status',
  'assigneeId',
  'due',
  'duration',
  'position',
] as const satisfies readonly (keyof Task)[]

/** The differences between two states of a task; no event if there are none. */
export function eventsOfChange(before: Task, after: Task): readonly DomainEvent[] {
  const changes = differencesOf(before, after, historyProperties)
  if (Object.keys(changes).length === 0) return []
  return [event(after, 'task.updated', { changes })]
}
