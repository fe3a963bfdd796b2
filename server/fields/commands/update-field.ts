// Updating a field: its title, its limits, its default; its type only while no record has a value of it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import { type FieldName, holdFieldToChange } from '../access.ts'
import { checkDefinition, decimalOrNull, type Definition } from '../definition.ts'
import { fieldChanged } from '../events.ts'
import { atomKindOf, choiceIsId, type Field } from '../field.ts'
import { listOptionsOf } from '../form.ts'
import { checkUnused } from '../field-usage.ts'
import { writeDefaults, writeDefinition } from '../write-field.ts'
import type { NewField } from './create-field.ts'
import { keepingDocuments } from './documents-of-field.ts'

/** The changes: an absent property is kept, null clears it. */
export type FieldChanges = Partial<
  Pick<
    NewField,
    | 'title'
    | 'type'
    | 'description'
    | 'meaning'
    | 'alwaysRequired'
    | 'rangeStart'
    | 'rangeEnd'
    | 'stepSize'
    | 'multiple'
    | 'allowExternalUsers'
    | 'canAddOptions'
    | 'default'
  >
>

const changeable = [
  'title',
  'type',
  'description',
  'meaning',
  'alwaysRequired',
  'rangeStart',
  'rangeEnd',
  'stepSize',
  'multiple',
  'allowExternalUsers',
  'canAddOptions',
] as const

/**
 * Applies the changes; values that do not fit a new limit are kept until they are changed. The type, and whether it
 * accepts several choices, are fixed once records have values: conflict, with their number. Those of built-in fields
 * are always fixed.
 */
export function updateField(
  app: App,
  actor: Actor,
  name: FieldName,
  { default: begins, ...changes }: FieldChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await holdFieldToChange(tx, actor, name)
    const next = applied(field, changes)
    checkDefinition(next)
    const changed = differencesOf<Definition, (typeof changeable)[number]>(field, next, changeable)
    if (changed.type || changed.multiple) await checkType(tx, field, next)
    const by = { now, by: actor.userId }
    const write = () => writeDefinition(tx, field, next, by)
    // documents may write its title
    if (changed.title) await keepingDocuments(tx, field, write)
    else if (Object.keys(changed).length > 0) await write()
    const options = (await listOptionsOf(tx, [field.organisationId], [field.id])).get(field.id) ?? []
    const isOther = changed.type !== undefined || changed.multiple !== undefined
    const given = begins === undefined && isOther ? null : begins
    if (given !== undefined) await writeDefaults(tx, { ...field, ...next, options }, given, by)
    const facts = {
      ...changed,
      ...(given === undefined ? {} : { default: { from: field.defaults, to: given } }),
    }
    return {
      result: undefined,
      events: Object.keys(facts).length === 0 ? [] : [fieldChanged(field, facts)],
    }
  })
}

function applied(field: Field, changes: Omit<FieldChanges, 'default'>): Definition {
  const limit = (name: 'rangeStart' | 'rangeEnd' | 'stepSize') =>
    changes[name] === undefined ? field[name] : decimalOrNull(changes[name])
  return {
    ...field,
    ...changes,
    title: changes.title?.trim() ?? field.title,
    description: changes.description === undefined ? field.description : changes.description,
    meaning: changes.meaning === undefined ? field.meaning : changes.meaning,
    rangeStart: limit('rangeStart'),
    rangeEnd: limit('rangeEnd'),
    stepSize: limit('stepSize'),
  }
}

async function checkType(tx: Tx, field: Field & MayChange, next: Definition): Promise<void> {
  if (field.category === 'Lawvu') throw conflict('The type of a built-in field is fixed.')
  await checkUnused(tx, field, 'Its type is fixed; make another field instead.')
  const [before, after] = [field, next].map(({ type }) => atomKindOf(type) === 'option' && choiceIsId(type))
  const options = await tx
    .selectFrom('field_options')
    .where('organisation_id', '=', field.organisationId)
    .where('field_id', '=', field.id)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .execute()
  const keeps = atomKindOf(next.type) === 'option' && before === after
  if (options.length > 0 && !keeps)
    throw conflict(`Its options do not fit the type ${next.type}. Delete them first.`)
}
