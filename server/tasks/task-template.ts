// Task templates: plans of tasks whose due dates are counted from the day they are added, or from one another.
import { addDays, addWorkingDays, type IsWorkingDay } from '../platform/time/local-time.ts'
import { type TaskType, taskProblems } from './task.ts'
import { bareObject } from '../platform/bare-object.ts'

/**
 * When an item is due: a number of days or working days (Monday to Friday) after the start or another item; negative
 * for before.
 */
export interface RelativeDue {
  readonly offset: number
  readonly unit: 'Days' | 'WorkingDays'
  /** The number of the item it counts from; null for the day the template is added. */
  readonly after: number | null
}

export interface TaskTemplateItem {
  /** From 1, in the order of the plan. */
  readonly number: number
  /** The parent item, which must come before it. */
  readonly parent: number | null
  readonly name: string
  readonly description: string | null
  readonly type: TaskType
  /** In hours. */
  readonly duration: number
  readonly due: RelativeDue | null
  /** The role in the matter of the assignee. */
  readonly assignTo: 'Owner' | 'Manager' | null
}

const mostItems = 500
const mostDays = 3_660

/** What is wrong with the items of a template, each named `items[2].due`; empty if nothing is. */
export function itemProblems(items: readonly TaskTemplateItem[]): Record<string, string[]> {
  if (items.length === 0 || items.length > mostItems) {
    return { items: [`must be 1 to ${mostItems} tasks.`] }
  }
  const errors = bareObject<string[]>()
  for (const [index, item] of items.entries()) {
    const at = `items[${index}]`
    for (const [name, messages] of Object.entries(taskProblems(item as Omit<TaskTemplateItem, 'due'>))) {
      errors[`${at}.${name}`] = messages
    }
    if (item.parent !== null && !(item.parent >= 1 && item.parent <= index)) {
      errors[`${at}.parent`] = [`must be the number of an earlier item.`]
    }
    const wrong = item.due && dueProblem(item.due, items)
    if (wrong) errors[`${at}.due`] = [wrong]
  }
  const circle = items.findIndex((item) => isCircular(item, items))
  if (Object.keys(errors).length === 0 && circle >= 0) {
    errors[`items[${circle}].due`] = [`depends on itself through other items.`]
  }
  return errors
}

function dueProblem({ offset, after }: RelativeDue, items: readonly TaskTemplateItem[]): string | undefined {
  if (!Number.isInteger(offset) || Math.abs(offset) > mostDays) {
    return `must be a whole number of days, at most ${mostDays}.`
  }
  const other = after === null ? undefined : items[after - 1]
  return after !== null && !other?.due ? 'must refer to an item that has a due date.' : undefined
}

function isCircular(item: TaskTemplateItem, items: readonly TaskTemplateItem[]): boolean {
  let current: TaskTemplateItem | undefined = item
  for (let steps = 0; current?.due && current.due.after !== null; steps++) {
    if (steps > items.length) return true
    current = items[current.due.after - 1]
  }
  return false
}

/** The day each item is due if the plan starts on `start`, in the order of the items; null without a due date. */
export function resolveDueDays(
  items: readonly TaskTemplateItem[],
  start: string,
  isWorkingDay?: IsWorkingDay,
): readonly (string | null)[] {
  const dayOf = ({ due }: TaskTemplateItem): string | null => {
    if (!due) return null
    const other = due.after === null ? undefined : items[due.after - 1]
    const from = (other && dayOf(other)) ?? start
    return due.unit === 'Days' ? addDays(from, due.offset) : addWorkingDays(from, due.offset, isWorkingDay)
  }
  return items.map(dayOf)
}
