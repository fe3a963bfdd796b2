// Tasks of matters as what rows of an import become.
import { sql } from 'kysely'
import { createTaskWithin, settleImportedTask } from '../../tasks/commands/create-task.ts'
import { deleteTask } from '../../tasks/commands/delete-task.ts'
import { taskStatuses, taskTypes } from '../../tasks/task.ts'
import type { ImportKind, Making, RowKeys } from '../import-kind.ts'
import type { Row } from '../work/row.ts'
import { eventsOn } from '../work/touched.ts'
import {
  createdByProperty,
  creatorOf,
  matterProperty,
  ownPerson,
  property,
  recordNamed,
  withCreator,
} from './record-properties.ts'

/** The task that the row's belongs to. In a check it may be that of another row, which is not there yet. */
async function parentOf({ tx, actor, isCheck }: Making, row: Row, matterId: number | undefined) {
  const name = row.text('parent')
  if (name === undefined || isCheck || matterId === undefined) return null
  // not through access.ts: the operation reads the matter there
  const found = await tx
    .selectFrom('tasks')
    .where('organisation_id', '=', actor.organisationId)
    .where('matter_id', '=', matterId)
    .where('name', '=', name)
    .limit(2)
    .select('id')
    .execute()
  const [only] = found
  return found.length === 1 && only ? only.id : (row.wrong('parent', `must be ${parentWanted}.`) ?? null)
}

const parentWanted = 'the name of one other task of the same matter, of a row or already here'

/** Which of the names are not those of one task that is here. */
const lostParents: NonNullable<RowKeys['parent']>['lost'] = async (db, { organisationId }, keys) => {
  const names = keys.map(({ text }) => text)
  const matters = keys.map(({ within = '' }) => within)
  // not through access.ts: administrators move their whole organisation in
  const { rows } = await sql<{ at: number }>`
    select w.at::integer as at from unnest(${names}::text[], ${matters}::text[]) with ordinality as w (name, matter, at)
    where 1 <> (select count(*) from (select from tasks t
      join matters m on m.organisation_id = t.organisation_id and m.id = t.matter_id and m.deleted_at is null
      where t.organisation_id = ${organisationId} and t.name = w.name
        and (m.external_id = w.matter or m.name = w.matter) limit 2) as named)`.execute(db)
  return new Set(rows.map(({ at }) => at - 1))
}

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
      property('parent', 'Parent task', {
        also: ['parent', 'belongs to', 'subtask of'],
        help: 'The name of a task of the same matter, in any row or here already.',
      }),
      createdByProperty,
      property('duration', 'Duration', { type: 'number', also: ['hours', 'duration in hours'] }),
    ]),
  partOf: { property: 'matter', group: 'Matter administrators', table: 'tasks' },
  inputNames: new Map([
    ['assigneeId', 'assignee'],
    ['parentId', 'parent'],
  ]),
  keys: {
    own: 'name',
    within: 'matter',
    parent: { property: 'parent', wanted: parentWanted, lost: lostParents },
  },
  async make(making, row) {
    const { tx, actor, now } = making
    const matterId = await recordNamed(making, row, { name: 'matter', table: 'matters' })
    const parentId = await parentOf(making, row, matterId)
    const assigneeId = (await ownPerson(making, row, 'assignee')) ?? null
    const createdBy = await creatorOf(making, row)
    const input = {
      name: row.text('name') ?? '',
      description: row.text('description') ?? null,
      type: row.choice('type', taskTypes) ?? 'Standard',
      status: row.choice('status', taskStatuses) ?? 'NotStarted',
      parentId,
      assigneeId,
      due: row.day('due') ?? null,
      duration: Number(row.number('duration') ?? '0'),
    }
    row.refuse()
    const { task, events } = await createTaskWithin(tx, actor, matterId ?? 0, { input, createdBy, now })
    await settleImportedTask(tx, task, now)
    return { id: task.id, events: withCreator(events, createdBy) }
  },
  eventsOn: eventsOn('task'),
  remove: (app, actor, id) => deleteTask(app, actor, Number(id)),
}
