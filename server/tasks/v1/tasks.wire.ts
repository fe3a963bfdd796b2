// Tasks and task templates in the shapes of v1.
import Type from 'typebox'
import { utcText } from '../../http/v1/dates.wire.ts'
import type { Names } from '../../http/v1/filtering.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { taskCatalogue } from '../list-columns.ts'
import type { TaskTemplate } from '../list-tasks.ts'
import { type Task, taskStatuses, taskTypes } from '../task.ts'
import { bareObject } from '../../platform/bare-object.ts'

const text = nullable<string>('string')
const moment = { format: 'date-time' }

export const taskSchema = Type.Object({
  id: Type.Integer(),
  name: text,
  parentId: nullable<number>('integer'),
  matterId: Type.Integer(),
  type: Type.Unsafe<string>({ type: 'string', enum: [...taskTypes] }),
  order: Type.Integer(),
  userAssignedId: text,
  createdDateUtc: Type.String(moment),
  modifiedDateUtc: Type.String(moment),
  dueDate: nullable<string>('string', moment),
  duration: Type.Number(),
  status: Type.Unsafe<string>({ type: 'string', enum: [...taskStatuses] }),
})

/** A row of the list of tasks. */
export function taskToV1(task: Task) {
  return {
    id: task.id,
    name: task.name,
    parentId: task.parentId,
    matterId: task.matterId,
    type: task.type,
    order: task.position,
    userAssignedId: task.assigneeId,
    createdDateUtc: utcText(task.createdAt),
    modifiedDateUtc: utcText(task.updatedAt),
    dueDate: task.due,
    duration: task.duration,
    status: task.status,
  }
}

const renamed = bareObject<keyof typeof taskCatalogue>({
  order: 'position',
  userassignedid: 'assigneeId',
  createddateutc: 'createdAt',
  modifieddateutc: 'updatedAt',
  duedate: 'due',
})
const names = new Map(
  Object.entries({
    ...Object.fromEntries(
      (['id', 'name', 'parentId', 'matterId', 'type', 'duration', 'status'] as const).map((name) => [
        name.toLowerCase(),
        name,
      ]),
    ),
    ...renamed,
  }),
)

/** The names that a list of tasks is filtered and sorted by: those of its rows. */
export const taskNames: Names = {
  catalogue: taskCatalogue,
  find: (name) => names.get(name.toLowerCase()),
  offered: Object.keys(taskSchema.properties).filter((name) => names.has(name.toLowerCase())),
}

export const taskTemplateSchema = Type.Object({
  id: Type.Integer(),
  name: text,
  description: text,
  createdDateUtc: Type.String(moment),
})

/** A task template in the list. */
export const taskTemplateToV1 = ({ createdAt, ...template }: TaskTemplate) => ({
  ...template,
  createdDateUtc: utcText(createdAt),
})
