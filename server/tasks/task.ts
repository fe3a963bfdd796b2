// Tasks: terms, and the rules that depend on nothing else.
//
// task       something to be done on a matter; may be a subtask of another task
// type       Standard, or a date that matters for the matter: Milestone, CourtDate, Meeting
// due        when it must be done, in local time of the organisation; a day without a time (midnight) means the end of
// it
// late       past its due time and still to be done: neither Complete nor NotRequired
// assignee   the person who is to do it
// template   a plan of tasks that is added to matters as a whole
import type { Selectable } from 'kysely'
import { addDays, readLocalTime } from '../platform/time/local-time.ts'
import type { TasksTable } from '../platform/postgres/tables.ts'
import { bareObject } from '../platform/bare-object.ts'

export const taskTypes = ['Standard', 'Milestone', 'CourtDate', 'Meeting'] as const
export type TaskType = (typeof taskTypes)[number]

export const taskStatuses = ['NotStarted', 'InProgress', 'Complete', 'NotRequired', 'OnHold'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export interface Task {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number
  readonly parentId: number | null
  /** The order within the matter. */
  readonly position: number
  readonly name: string
  readonly description: string | null
  readonly type: TaskType
  readonly status: TaskStatus
  readonly assigneeId: string | null
  /** Local time of the organisation, `2026-05-06T17:00:00`; midnight means the whole day. */
  readonly due: string | null
  /** In hours. */
  readonly duration: number
  readonly createdBy: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const taskColumns = [
  'tasks.organisation_id',
  'tasks.id',
  'tasks.matter_id',
  'tasks.parent_id',
  'tasks.position',
  'tasks.name',
  'tasks.description',
  'tasks.type',
  'tasks.status',
  'tasks.assigned_to',
  'tasks.due_at',
  'tasks.duration',
  'tasks.created_by',
  'tasks.created_at',
  'tasks.updated_at',
] as const

/** Converts a row of `tasks`. */
export function taskOf(row: Omit<Selectable<TasksTable>, 'late_from' | 'told_due'>): Task {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    matterId: row.matter_id,
    parentId: row.parent_id,
    position: row.position,
    name: row.name,
    description: row.description,
    type: row.type as TaskType,
    status: row.status as TaskStatus,
    assigneeId: row.assigned_to,
    due: row.due_at,
    duration: Number(row.duration),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The local time from which something with this due time is late: a day without a time lasts to its end. */
export function overdueFrom(due: string | null): string | null {
  if (due === null || !due.endsWith('T00:00:00')) return due
  return `${addDays(due.slice(0, 10), 1)}T00:00:00`
}

/** The properties of a task that people enter; absent ones are not validated. */
export interface TaskTexts {
  readonly name?: string
  readonly description?: string | null
  readonly due?: string | null
  readonly duration?: number
  readonly position?: number
}

const mostHours = 9_999_999
const largestPosition = 2_147_483_647

/** What is wrong with a task's own properties, by name; empty if nothing is. */
export function taskProblems({ name, description, due, duration, position }: TaskTexts) {
  const errors = bareObject<string[]>()
  const note = (property: string, wrong: boolean, expected: string) => {
    if (wrong) errors[property] = [`must be ${expected}.`]
  }
  note('name', name !== undefined && !isName(name), 'a text of 1 to 255 characters, without line breaks')
  note('description', (description ?? '').length > 10_000, 'a text of 10000 characters at most')
  note(
    'due',
    typeof due === 'string' && readLocalTime(due) === undefined,
    'a local time such as 2026-05-06 or 2026-05-06T17:00:00, or null',
  )
  note('duration', duration !== undefined && !isDuration(duration), 'a number of hours, 0 or more')
  note(
    'position',
    position !== undefined && !(Number.isInteger(position) && position >= 1 && position <= largestPosition),
    'a whole number from 1',
  )
  return errors
}

const isName = (name: string) =>
  name.trim() !== '' && name.length <= 255 && !/[\u0000-\u001f\u007f]/.test(name)

const isDuration = (hours: number) => hours >= 0 && hours <= mostHours
