// All texts of the tasks on the page of a matter.
import { numberText } from '../../../lib/counted.ts'

/** The words of the tasks of a matter. */
export const taskTexts = {
  label: 'Tasks of this matter',
  none: 'No tasks yet. Add the first one below, or a whole set from a template.',
  noneToRead: 'No tasks yet.',
  notLoaded: 'The tasks could not be loaded',
  add: 'Add a task',
  addHint: 'Press Enter to add',
  added: (name: string) => `Task “${name}” added`,
  done: (name: string) => `“${name}” is done`,
  open: (name: string) => `“${name}” is open again`,
  tick: (name: string) => `Done: ${name}`,
  assignee: (name: string) => `Assignee of “${name}”`,
  unassigned: 'Unassigned',
  due: (name: string) => `Due date of “${name}”`,
  dueDate: 'Due date',
  noDate: 'No date',
  late: 'Late',
  saved: 'Task saved',
  menu: (name: string) => `More for “${name}”`,
  remove: 'Delete',
  removed: (name: string) => `Task “${name}” deleted`,
  rename: 'Rename',
  name: 'Name',
  template: 'Add from a template',
  templateAdded: 'Tasks added',
  noTemplates: 'There are no templates yet.',
  showDone: (count: number) => `Show ${numberText(count)} completed`,
  hideDone: 'Hide completed',
  kinds: {
    Milestone: 'Milestone',
    CourtDate: 'Court date',
    Meeting: 'Meeting',
  } as Readonly<Record<string, string>>,
  states: {
    InProgress: 'In progress',
    OnHold: 'On hold',
    NotRequired: 'Not required',
  } as Readonly<Record<string, string>>,
} as const
