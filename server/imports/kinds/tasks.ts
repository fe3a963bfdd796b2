// Tasks of matters as what rows of an import become.
import { createTaskWithin, settleImportedTask } from '../../tasks/commands/create-task.ts'
import { deleteTask } from '../../tasks/commands/delete-task.ts'
import { taskStatuses, taskTypes } from '../../tasks/task.ts'
import type { ImportKind } from '../import-kind.ts'
import { matterProperty, ownPerson, property, recordNamed } from './record-properties.ts'

/** Tasks. */
export const importedTasks: ImportKind = {
  name: 'tasks',
  label: 'Tasks',
  features: ['MATTERS', 'TASKS'],
  properties: () =>
    Promise.resolve([
      matterProperty,
      property('name', 'Name', { required: true, also: ['title', 'task', 'subject'] }),
      property('description', 'Description', { also: ['notes', 'details'] }),
      property('type', 'Type', {
        type: 'choice',
        choices: taskTypes,
        also: ['kind'],
        help: 'Standard without one.',
      }),
      property('status', 'Status', {
        type: 'choice',
        choices: taskStatuses,
        also: ['state'],
        help: 'Not started without one.',
      }),
      property('assignee', 'Assignee', {
        type: 'person',
        also: ['assigned to', 'owner', 'responsible'],
        help: 'An e-mail address of somebody who may see the matter.',
      }),
      property('due', 'Due', { type: 'day', also: ['due date', 'deadline'] }),
      property('duration', 'Duration', { type: 'number', also: ['hours', 'duration in hours'] }),
    ]),
  inputNames: new Map([['assigneeId', 'assignee']]),
  async make(making, row) {
    const { tx, actor, now } = making
    const matterId = await recordNamed(making, row, { name: 'matter', table: 'matters' })
    const assigneeId = (await ownPerson(making, row, 'assignee')) ?? null
    const input = {
      name: row.text('name') ?? '',
      description: row.text('description') ?? null,
      type: row.choice('type', taskTypes) ?? 'Standard',
      status: row.choice('status', taskStatuses) ?? 'NotStarted',
      assigneeId,
      due: row.day('due') ?? null,
      duration: Number(row.number('duration') ?? '0'),
    }
    row.refuse()
    const { task, events } = await createTaskWithin(tx, actor, matterId ?? 0, { input, now })
    await settleImportedTask(tx, task, now)
    return { id: task.id, events }
  },
  remove: (app, actor, id) => deleteTask(app, actor, Number(id)),
}
