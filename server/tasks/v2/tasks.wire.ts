// Tasks in the shapes of v2.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import {
  choiceIn,
  decimalIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  textIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { taskStatuses, taskTypes } from '../task.ts'

const readOnly = { readOnly: true }

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: nullable<string>('string'),
  type: Type.Unsafe<string>({ type: 'string', enum: [...taskTypes], default: 'Standard' }),
  status: Type.Unsafe<string>({ type: 'string', enum: [...taskStatuses], default: 'NotStarted' }),
  assignee: nullableObject(userReference, { description: 'Somebody who may see the matter.' }),
  dueDate: nullable<string>('string', {
    description:
      'Local time of the organisation, without zone; a day without a time means the end of that day.',
  }),
  duration: Type.Number({ minimum: 0, description: 'In hours.' }),
  position: Type.Integer({ minimum: 1, description: 'The position within the matter; default: last.' }),
} as const

export const taskExample = {
  name: 'File the defence',
  type: 'CourtDate',
  assignee: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' },
  dueDate: '2026-11-12T16:00:00',
  duration: 2.5,
}

export const taskSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    ...written,
    matter: Type.Object(namedReference, readOnly),
    parent: nullableObject(namedReference, { description: 'The parent task.' }),
    created: nullableObject(auditedByUser, readOnly),
    modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
  },
  {
    examples: [
      {
        id: 9,
        ...taskExample,
        description: null,
        assignee: personExample,
        status: 'NotStarted',
        position: 3,
        matter: { id: 17, name: 'Harbour lease dispute' },
        parent: null,
        created: createdExample,
        modified: { dateUtc: '2026-10-28T10:30:00.000Z' },
      },
    ],
  },
)

/** Documentation of an update and of a new task. */
export const taskChangesSchema = Type.Partial(Type.Object(written, { additionalProperties: false }))
export const newTaskSchema = Type.Object(
  { ...taskChangesSchema.properties, name: written.name, parent: nullableObject(namedReference) },
  { additionalProperties: false },
)

export const taskColumns = [
  'id name description type status order due duration matterId matterName parentId parentName',
  'assigneeId createdById createdAt updatedAt',
]
  .flatMap((names) => names.split(' '))
  .concat(userColumns('assignee'), userColumns('createdBy'))

/** The properties that lists of tasks can be filtered and sorted by. */
export const taskProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: filtered('description'),
  Type: sorted('type'),
  Status: sorted('status'),
  Position: sorted('order'),
  DueDate: sorted('due'),
  Duration: sorted('duration'),
  'Matter/Id': sorted('matterId'),
  'Matter/Name': sorted('matterName'),
  ...namedProperties('Parent', 'parent'),
  ...userProperties('Assignee', 'assignee'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Modified/DateUtc': sorted('updatedAt'),
}

/** A task in the shape of v2. */
export const taskToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  description: (row['description'] ?? null) as string | null,
  type: textOf(row, 'type'),
  status: textOf(row, 'status'),
  assignee: userToV2(row, 'assignee'),
  dueDate: (row['due'] ?? null) as string | null,
  duration: Number(row['duration']),
  position: Number(row['order']),
  matter: { id: Number(row['matterId']), name: textOf(row, 'matterName') },
  parent: namedToV2(row, 'parent'),
  created: auditedToV2(row, 'created'),
  modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
})

const readOnlyNames = ['id', 'matter', 'created', 'modified']

/** The changes of a merge patch. */
export const taskChangesFromV2 = (body: unknown) =>
  changesIn(propertiesOf(body, Object.keys(written), [...readOnlyNames, 'parent']))

function changesIn(properties: Readonly<Record<string, unknown>>) {
  const hours = decimalIn(properties, 'duration')
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest: 10_000 }),
    type: choiceIn(properties, 'type', taskTypes),
    status: choiceIn(properties, 'status', taskStatuses),
    assigneeId: userIdIn(properties, 'assignee'),
    due: textIn(properties, 'dueDate'),
    duration: hours === undefined ? undefined : Number(hours ?? 0),
    position: positionIn(properties),
  })
}

function positionIn({ position }: Readonly<Record<string, unknown>>): number | undefined {
  if (position === undefined || typeof position === 'number') return position
  throw badInput('position', 'must be a whole number from 1.')
}

/** A new task; bad_request names what is missing. */
export function newTaskFromV2(body: unknown) {
  const properties = propertiesOf(body, [...Object.keys(written), 'parent'], readOnlyNames)
  const { name, ...rest } = changesIn(properties)
  if (name === undefined) throw badInput('name', 'is missing.')
  return { name, ...rest, ...given({ parentId: idIn(properties, 'parent') }) }
}

/** The names of inputs in the core, and in v2. */
export const taskInputNames = namesV2({
  assigneeId: 'assignee',
  parentId: 'parent',
  due: 'dueDate',
  templateId: 'template',
})
