// Task templates in the shapes of v2.
import Type from 'typebox'
import {
  choiceIn,
  decimalIn,
  given,
  neverNull,
  propertiesOf,
  textIn,
  inside,
} from '../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable, nullableChoice, nullableObject, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { NewTaskTemplateItem } from '../commands/create-task-template.ts'
import { taskTypes } from '../task.ts'
import type { TaskTemplateItem } from '../task-template.ts'

const units = ['Days', 'WorkingDays'] as const
const people = ['Owner', 'Manager'] as const

const item = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: nullable<string>('string'),
  type: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...taskTypes], default: 'Standard' })),
  duration: Type.Optional(Type.Number({ minimum: 0, description: 'In hours.' })),
  parent: nullable<number>('integer', { description: 'The number of an earlier item.' }),
  due: nullableObject(
    {
      offset: Type.Integer(),
      unit: Type.Unsafe<string>({ type: 'string', enum: [...units] }),
      after: nullable<number>('integer', {
        description: 'The number of another item; null for the day the template is added.',
      }),
    },
    { description: 'The number of days after the start or the other item; negative for before.' },
  ),
  assignTo: nullableChoice(people),
} as const

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: nullable<string>('string'),
  items: Type.Array(Type.Object(item, { additionalProperties: false }), { minItems: 1, maxItems: 500 }),
} as const

const shown = {
  id: Type.Integer({ readOnly: true }),
  name: written.name,
  description: written.description,
  created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true }),
  modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, { readOnly: true }),
} as const

export const taskTemplateExample = {
  name: 'Claim',
  items: [
    { name: 'Open the file', due: { offset: 0, unit: 'WorkingDays' }, assignTo: 'Owner' },
    { name: 'Hearing', type: 'CourtDate', due: { offset: 10, unit: 'Days' } },
    { name: 'Prepare the hearing', due: { offset: -2, unit: 'WorkingDays', after: 2 }, parent: 2 },
  ],
}

const when = { dateUtc: '2026-03-02T09:00:00.000Z' }
const shownExample = { id: 3, name: 'Claim', description: 'Small ones', created: when, modified: when }
const itemsShown = taskTemplateExample.items.map((each, index) => ({
  number: index + 1,
  description: null,
  type: 'Standard',
  duration: 0,
  parent: null,
  assignTo: null,
  ...each,
  due: { after: null, ...each.due },
}))

export const taskTemplateSchema = Type.Object(shown, { examples: [shownExample] })
export const taskTemplateDetailsSchema = Type.Object(
  { ...shown, items: Type.Array(Type.Object({ number: Type.Integer({ readOnly: true }), ...item })) },
  { examples: [{ ...shownExample, items: itemsShown }] },
)
export const newTaskTemplateSchema = Type.Object(written, { additionalProperties: false })
export const taskTemplateColumns = ['id', 'name', 'description', 'createdAt', 'updatedAt']

/** The properties that lists of task templates can be filtered and sorted by. */
export const taskTemplateProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: sorted('description'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

/** A template in a list. */
export const taskTemplateToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  description: (row['description'] ?? null) as string | null,
  created: { dateUtc: (row['createdAt'] as Date).toISOString() },
  modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
})

/** A template with its items. */
export const taskTemplateDetailsToV2 = (template: {
  readonly row: ListedRow
  readonly items: readonly TaskTemplateItem[]
}) => ({ ...taskTemplateToV2(template.row), items: [...template.items] })

/** The changes of a merge patch; items are replaced all together. */
export function taskTemplateChangesFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(written), ['id', 'created', 'modified'])
  const { items } = properties
  if (items !== undefined && !Array.isArray(items)) throw badInput('items', 'must be a list.')
  return given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest: 10_000 }),
    items: items?.map((each: unknown, index) => inside(`items[${index}]`, () => itemFrom(each))),
  })
}

/** A new template; bad_request names what is missing. */
export function newTaskTemplateFromV2(body: unknown) {
  const { name, items, ...rest } = taskTemplateChangesFromV2(body)
  if (name === undefined) throw badInput('name', 'is missing.')
  return { name, items: items ?? [], ...rest }
}

function itemFrom(each: unknown): NewTaskTemplateItem {
  const properties = propertiesOf(each, Object.keys(item), ['number'])
  const hours = decimalIn(properties, 'duration')
  const { assignTo } = properties
  return {
    name: textIn(properties, 'name') ?? '',
    ...given({
      description: textIn(properties, 'description', { longest: 10_000 }),
      type: choiceIn(properties, 'type', taskTypes),
      duration: hours === undefined ? undefined : Number(hours ?? 0),
      parent: numberIn(properties, 'parent'),
      due: inside('due', () => dueFrom(properties['due'])),
      assignTo: assignTo === null ? null : choiceIn(properties, 'assignTo', people),
    }),
  }
}

function dueFrom(due: unknown): NewTaskTemplateItem['due'] | undefined {
  if (due === undefined || due === null) return due
  const properties = propertiesOf(due, ['offset', 'unit', 'after'])
  const offset = numberIn(properties, 'offset')
  const unit = choiceIn(properties, 'unit', units)
  if (typeof offset !== 'number' || unit === undefined) {
    const missing = typeof offset === 'number' ? 'unit' : 'offset'
    throw badInput(
      missing,
      'is missing: due has an offset, a number of days, and a unit, Days or WorkingDays.',
    )
  }
  return { offset, unit, after: numberIn(properties, 'after') ?? null }
}

function numberIn(properties: Readonly<Record<string, unknown>>, name: string): number | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw badInput(name, 'must be a whole number.')
}
