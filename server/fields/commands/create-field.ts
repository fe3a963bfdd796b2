// Makes a field of an organisation, with its choices.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { type Tx, violates } from '../../platform/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { compareDecimals, decimalText } from '../decimal.ts'
import { fieldCreated, fieldOptionsAdded } from '../events.ts'
import {
  type Atom,
  atomKindOf,
  choiceIsId,
  type EntityColumn,
  type Field,
  type FieldCategory,
  type FieldType,
} from '../field.ts'
import { readJson } from '../json-value.ts'
import { insertOptions, type NewOption } from '../options.ts'
import { exist } from '../references.ts'

export interface NewField {
  readonly organisationId: number
  readonly title: string
  readonly type: FieldType
  readonly description?: string
  /** Custom where nothing is said. */
  readonly category?: FieldCategory
  /** What v2 and documents call it; made from the title where nothing is said. */
  readonly apiName?: string
  readonly entityColumn?: EntityColumn
  readonly alwaysRequired?: boolean
  /** Limits of Slider (which needs both), Currency and Decimal; steps count from the start, or from 0. */
  readonly rangeStart?: number
  readonly rangeEnd?: number
  readonly stepSize?: number
  /** A Lookup that takes several choices. */
  readonly multiple?: boolean
  readonly allowExternalUsers?: boolean
  /** Whether those who fill forms may add choices. */
  readonly canAddOptions?: boolean
  readonly options?: readonly NewOption[]
  /** What new records begin with, as v1 writes values; choices of List and Lookup by their labels. */
  readonly default?: unknown
}

/** Makes the field and answers its id. Throws 400 for what does not fit together, conflict when its name is taken. */
export async function createField(app: App, actor: SystemActor, input: NewField): Promise<number> {
  checkField(input)
  return change(app, actor, async (tx, now) => {
    const draft = await insertField(tx, input, { now, by: actor.userId })
    const options = await insertOptions(tx, draft, input.options ?? [], now)
    const field = { ...draft, options }
    await setDefaults(tx, field, input.default, now)
    const added = options.length === 0 ? [] : [fieldOptionsAdded(field, options)]
    return { result: field.id, events: [fieldCreated(field), ...added] }
  })
}

function checkField(input: NewField): void {
  const { title, type, options, rangeStart, rangeEnd, stepSize, entityColumn } = input
  const kind = atomKindOf(type)
  if (title.trim() === '' || title.length > 255)
    throw badInput('title', 'title must have 1 to 255 characters.')
  if (options && kind !== 'option') throw badInput('options', `A field of type ${type} has no choices.`)
  if (input.multiple && type !== 'Lookup')
    throw badInput('multiple', 'Only a Lookup can be told to take several choices.')
  if (input.canAddOptions && type !== 'Lookup')
    throw badInput('canAddOptions', 'Only a Lookup lets choices be added.')
  if (entityColumn && (entityColumn === 'OwnerId' ? 'ContractOwner' : 'Restricted') !== type)
    throw badInput('entityColumn', `A field of type ${type} cannot show ${entityColumn}.`)
  const limits = [rangeStart, rangeEnd, stepSize]
  if (kind !== 'number' && limits.some((limit) => limit !== undefined))
    throw badInput('rangeStart', `A field of type ${type} has no range.`)
  if (type === 'Slider' && (rangeStart === undefined || rangeEnd === undefined))
    throw badInput('rangeStart', 'A Slider needs a range.')
  const [from, to, step] = limits.map(decimalOrNull)
  if (from && to && compareDecimals(from, to) > 0)
    throw badInput('rangeEnd', 'rangeEnd must not be less than rangeStart.')
  if (step && compareDecimals(step, '0') <= 0) throw badInput('stepSize', 'stepSize must be more than 0.')
}

const decimalOrNull = (value: number | undefined): string | null =>
  value === undefined ? null : (decimalText(value) ?? null)

/** `Renewal notice (days)` becomes `renewalNoticeDays`. */
function nameFrom(title: string): string {
  const words = title.normalize('NFKD').match(/[\p{L}\p{N}]+/gu) ?? ['field']
  const [first = '', ...rest] = words.map((word) => word.toLowerCase())
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

interface Made {
  readonly now: Date
  readonly by: string | null
}

async function insertField(tx: Tx, input: NewField, { now, by }: Made): Promise<Field> {
  const { organisationId, title, type, apiName = nameFrom(title) } = input
  const field = {
    organisationId,
    apiName,
    title: title.trim(),
    description: input.description ?? null,
    category: input.category ?? 'Custom',
    type,
    mergeName: apiName,
    entityColumn: input.entityColumn ?? null,
    alwaysRequired: input.alwaysRequired ?? false,
    rangeStart: decimalOrNull(input.rangeStart),
    rangeEnd: decimalOrNull(input.rangeEnd),
    stepSize: decimalOrNull(input.stepSize),
    multiple: input.multiple ?? false,
    allowExternalUsers: input.allowExternalUsers ?? false,
    canAddOptions: input.canAddOptions ?? false,
  } as const
  const { id } = await tx
    .insertInto('fields')
    .values({
      organisation_id: organisationId,
      api_name: apiName,
      title: field.title,
      description: field.description,
      category: field.category,
      type,
      merge_name: field.mergeName,
      entity_column: field.entityColumn,
      always_required: field.alwaysRequired,
      range_start: field.rangeStart,
      range_end: field.rangeEnd,
      step_size: field.stepSize,
      multiple: field.multiple,
      allow_external_users: field.allowExternalUsers,
      can_add_options: field.canAddOptions,
      defaults: '[]',
      created_at: now,
      updated_at: now,
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (!violates(error, 'fields_api_name_unique') && !violates(error, 'fields_merge_name_unique'))
        throw error
      throw conflict(`There is already a field called ${apiName}.`)
    })
  return { ...field, id, defaults: [], options: [] }
}

async function setDefaults(tx: Tx, field: Field, given: unknown, now: Date): Promise<void> {
  if (given === undefined) return
  const reading = readJson(field, withIds(field, given))
  if ('expected' in reading || !(await exist(tx, field, reading.atoms))) {
    const expected = 'expected' in reading ? reading.expected : 'something of the organisation'
    throw badInput('default', `default must be ${expected}.`)
  }
  const defaults: readonly Atom[] = reading.atoms
  await tx
    .updateTable('fields')
    .set({ defaults: JSON.stringify(defaults), updated_at: now })
    .where('organisation_id', '=', field.organisationId)
    .where('id', '=', field.id)
    .execute()
}

/** Nobody knows the ids of choices that are made with the field, so a default names them by their labels. */
function withIds({ type, options }: Field, given: unknown): unknown {
  if (!choiceIsId(type)) return given
  const idOf = (label: unknown) => options.find((option) => option.label === label)?.id
  return Array.isArray(given) ? given.map(idOf) : idOf(given)
}
