// Creating a field of an organisation, with its choices.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { capitalised } from '../../platform/capitalised.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { type Tx, violates } from '../../platform/postgres/database.ts'
import { badInput, conflict, sentence } from '../../platform/errors.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { checkApiName, checkDefinition, decimalOrNull, type Definition } from '../definition.ts'
import { fieldCreated, fieldOptionsAdded } from '../events.ts'
import {
  atomKindOf,
  choiceIsId,
  type EntityColumn,
  type Field,
  type FieldCategory,
  type FieldType,
} from '../field.ts'
import { insertOptions, type NewOption } from '../options.ts'
import type { FieldMeaning } from '../meaning.ts'
import { writeDefaults } from '../write-field.ts'

export interface NewField {
  readonly organisationId: number
  readonly title: string
  readonly type: FieldType
  readonly description?: string | null
  /** Custom by default. */
  readonly category?: FieldCategory
  /** Its name in v2 and in documents; derived from the title if absent. */
  readonly apiName?: string
  readonly entityColumn?: EntityColumn
  /** What its value means for the record. */
  readonly meaning?: FieldMeaning | null
  readonly alwaysRequired?: boolean
  /** Limits of Slider (which needs both), Currency and Decimal; steps count from the start, or from 0. */
  readonly rangeStart?: number | null
  readonly rangeEnd?: number | null
  readonly stepSize?: number | null
  /** Whether a Lookup accepts several choices. */
  readonly multiple?: boolean
  readonly allowExternalUsers?: boolean
  /** Whether people who fill in forms may add choices. */
  readonly canAddOptions?: boolean
  readonly options?: readonly NewOption[]
  /** The value of new records, as JSON; choices of List and Lookup by their labels. */
  readonly default?: unknown
}

/**
 * Creates the field and returns its id. For administrators of the organisation. Throws 400 for properties that do not
 * fit together, conflict when its name is taken.
 */
export async function createField(
  app: App,
  actor: Actor | SystemActor,
  input: NewField,
): Promise<{ readonly id: number; readonly apiName: string }> {
  const definition = definitionOf(input)
  checkDefinition(definition)
  if (input.options && atomKindOf(input.type) !== 'option')
    throw badInput('options', sentence(`A field of type ${input.type} has no choices.`))
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, input.organisationId)
    await checkRoom(tx, 'fields', input)
    const draft = await insertField(tx, input.organisationId, definition, { now, by: actor.userId })
    const options = await insertOptions(tx, draft, input.options ?? [], now)
    const field = { ...draft, options }
    if (input.default !== undefined)
      await writeDefaults(tx, field, withIds(field, input.default), { now, by: actor.userId })
    const added = options.length === 0 ? [] : [fieldOptionsAdded(field, options)]
    return { result: { id: field.id, apiName: field.apiName }, events: [fieldCreated(field), ...added] }
  })
}

function definitionOf(input: NewField): Definition {
  const title = input.title.trim()
  const apiName = input.apiName ?? nameFrom(title)
  if (input.apiName !== undefined) checkApiName(apiName)
  return {
    apiName,
    title,
    description: input.description ?? null,
    category: input.category ?? 'Custom',
    type: input.type,
    mergeName: apiName,
    entityColumn: input.entityColumn ?? null,
    meaning: input.meaning ?? null,
    alwaysRequired: input.alwaysRequired ?? false,
    rangeStart: decimalOrNull(input.rangeStart),
    rangeEnd: decimalOrNull(input.rangeEnd),
    stepSize: decimalOrNull(input.stepSize),
    multiple: input.multiple ?? false,
    allowExternalUsers: input.allowExternalUsers ?? false,
    canAddOptions: input.canAddOptions ?? false,
  }
}

/** `Renewal notice (days)` becomes `renewalNoticeDays`. */
function nameFrom(title: string): string {
  const words = title.normalize('NFKD').match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = '', ...rest] = words.map((word) => word.toLowerCase())
  const name = first + rest.map(capitalised).join('')
  // a name made of digits would be read as a number
  return /^\p{L}/u.test(name) ? name : `field${name}`
}

async function insertField(
  tx: Tx,
  organisationId: number,
  field: Definition,
  { now, by }: { readonly now: Date; readonly by: string | null },
): Promise<Field> {
  const { id } = await tx
    .insertInto('fields')
    .values({
      organisation_id: organisationId,
      api_name: field.apiName,
      title: field.title,
      description: field.description,
      category: field.category,
      type: field.type,
      merge_name: field.mergeName,
      entity_column: field.entityColumn,
      meaning: field.meaning,
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
      throw conflict(`There is already a field called ${field.apiName}.`)
    })
  return { ...field, organisationId, id, defaults: [], options: [] }
}

/** The ids of choices that are created with the field are not known yet, so a default names them by their labels. */
function withIds({ type, options }: Field, given: unknown): unknown {
  if (!choiceIsId(type)) return given
  const idOf = (label: unknown) => options.find((option) => option.label === label)?.id
  return Array.isArray(given) ? given.map(idOf) : idOf(given)
}
