// The words of task templates.
import { counted } from '../../../lib/counted.ts'

export const templateTexts = {
  title: 'Task templates',
  lead: 'Sets of tasks that you use again and again. Due dates count from the day a set is added to a matter.',
  create: 'New template',
  edit: 'Edit',
  remove: 'Delete…',
  add: 'Add to a matter…',
  toTasks: 'All tasks',
  emptyTitle: 'No templates yet',
  emptyText:
    'An administrator can make one: the tasks of a lease, a dispute or an acquisition, with their due dates.',
  tasks: (count: number) => counted(count, 'task'),
  createTitle: 'New task template',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  description: 'Description',
  items: 'Tasks',
  itemName: (number: number) => `Task ${number}`,
  kind: 'Kind',
  due: 'Due after',
  days: 'days',
  workingDays: 'working days',
  unit: 'Counted in',
  after: 'Counted from',
  fromStart: 'the start',
  afterItem: (number: number) => `task ${number}`,
  assignTo: 'Assigned to',
  nobody: 'unassigned',
  owner: 'the owner of the matter',
  manager: 'the manager of the matter',
  addItem: 'Add a task',
  removeItem: (number: number) => `Remove task ${number}`,
  moveUp: (number: number) => `Move task ${number} up`,
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string) => `${name} is saved.`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'Tasks that were added from it stay as they are.',
  deleteLabel: 'Delete',
  deleted: (name: string) => `“${name}” is deleted.`,
  addTitle: (name: string) => `Add ${name} to a matter`,
  matter: 'Matter',
  addLabel: 'Add the tasks',
  added: 'Tasks added.',
  openMatter: 'Open the matter',
  needsName: 'Give the template a name, and each task as well.',
  /** `after` is what it is counted from: the start of the plan, or a task. */
  dueWords: (offset: number, unit: 'Days' | 'WorkingDays', after: string) => {
    if (offset === 0) return `due on the day of ${after}`
    const days = counted(Math.abs(offset), unit === 'Days' ? 'day' : 'working day')
    return `due ${days} ${offset < 0 ? 'before' : 'after'} ${after}`
  },
} as const
