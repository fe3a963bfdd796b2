// A form as v2 shows it and takes it: parts in order, each a field or a group of parts. What was read can be sent back.
import { badInput, badInputs, sentence } from '../platform/errors.ts'
import type { FieldName } from './access.ts'
import { type Atom, atomKindOf, type Field, type FieldOption, takesSeveral } from './field.ts'
import { type FormCondition, type FormOperator, formOperators } from './conditions.ts'
import { fieldsOfForms, type Form, type FormPart } from './form.ts'
import { bareObject } from '../platform/bare-object.ts'

type Json = Readonly<Record<string, unknown>>

/** An entry of a form that is being replaced. A group without an id is new. */
export type PartDesign =
  | {
      readonly kind: 'field'
      readonly field: FieldName
      /** Null: the title of the field. */
      readonly label: string | null
      readonly required: boolean
      /** Null: not before a state. */
      readonly requiredBefore: string | null
      readonly readOnly: boolean
      /** Null: the description of the field. */
      readonly help: string | null
      readonly when: ConditionDesign | null
      /** Where it stands in what was sent, for errors. */
      readonly path: string
    }
  | {
      readonly kind: 'group'
      readonly id: number | undefined
      readonly title: string
      readonly parts: readonly PartDesign[]
      readonly when: ConditionDesign | null
      readonly path: string
    }

/** When a part is shown, as it is given. */
export interface ConditionDesign {
  readonly field: FieldName
  readonly operator: FormOperator
  readonly value: string | null
}

/** The form as v2 shows it, with what it takes to show it to a person and to fill it. */
export function formToV2(form: Pick<Form, 'parts'>) {
  const names = new Map(fieldsOfForms([form]).map(({ field }) => [field.id, field.apiName]))
  return { parts: form.parts.map((part) => partToV2(part, names)) }
}

type Names = ReadonlyMap<number, string>

function partToV2(part: FormPart, names: Names): Json {
  const when = conditionToV2(part.when, names)
  if (part.kind === 'group') {
    const group = { id: part.id, title: part.title }
    return { group, parts: part.parts.map((each) => partToV2(each, names)), when }
  }
  const { field, label, required, requiredBefore, readOnly, help } = part
  return { field: fieldOnForm(field), label, required, requiredBefore, readOnly, help, when }
}

function conditionToV2(when: FormCondition | null, names: Names): Json | null {
  const field = when && names.get(when.fieldId)
  return when && field !== undefined ? { field, operator: when.operator, value: when.value } : null
}

function fieldOnForm(field: Field): Json {
  const offers = atomKindOf(field.type) === 'option' && field.type !== 'Lookup'
  return {
    id: field.apiName,
    number: field.id,
    name: field.title,
    description: field.description,
    fieldType: field.type,
    meaning: field.meaning,
    range: rangeToV2(field),
    ...(offers ? { options: field.options.map(({ label, value }) => ({ label, value })) } : {}),
    default: defaultToV2(field),
  }
}

const numberOrNull = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** The limits of a number; null where it has none. */
export function rangeToV2({ rangeStart, rangeEnd, stepSize }: Field) {
  if (rangeStart === null && rangeEnd === null && stepSize === null) return null
  return { start: numberOrNull(rangeStart), end: numberOrNull(rangeEnd), step: numberOrNull(stepSize) }
}

/**
 * What new records begin with, as values of v2; null (or an empty list, where there may be several) when they begin
 * empty.
 */
export function defaultToV2(field: Field): unknown {
  const each = field.defaults.map((atom) => atomToV2(field, atom))
  return takesSeveral(field) ? each : (each[0] ?? null)
}

function atomToV2({ type, options }: Field, atom: Atom): unknown {
  switch (atomKindOf(type)) {
    case 'number':
      return Number(atom)
    case 'user':
      return { id: atom }
    case 'reference':
      return { value: String(atom) }
    case 'option':
      return optionToV2(options.find(({ id }) => id === atom) ?? { value: String(atom) })
    default:
      return atom
  }
}

const optionToV2 = ({ label, value }: Partial<FieldOption>) => ({
  ...(label === undefined ? {} : { label }),
  value,
})

const most = { parts: 500, depth: 8, text: 255, help: 4_000 }

/** What was sent as a form; 400 naming every part that is none. */
export function formFromV2(body: unknown): readonly PartDesign[] {
  const given = objectIn(body, '')
  const unknown = Object.keys(given).filter((name) => name !== 'parts')
  if (unknown.length > 0) throw badInput(unknown[0] ?? '', sentence('A form has parts, and nothing else.'))
  const reader = new Reader()
  const parts = reader.partsIn(given['parts'], 'parts', 1)
  reader.done()
  return parts
}

function objectIn(value: unknown, path: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw badInput(
    path || 'parts',
    sentence(`${path || 'A form'} must be an object, such as {"parts": [...]}.`),
  )
}

class Reader {
  readonly #errors = bareObject<string[]>()
  #count = 0

  done(): void {
    if (Object.keys(this.#errors).length > 0) throw badInputs(this.#errors)
  }

  partsIn(value: unknown, path: string, depth: number): readonly PartDesign[] {
    if (!Array.isArray(value)) return this.#refuse(path, 'a list of fields and groups', [])
    if (depth > most.depth) return this.#refuse(path, `nested ${most.depth} groups deep at most`, [])
    this.#count += value.length
    if (this.#count > most.parts) throw badInput(path, sentence(`A form has ${most.parts} parts at most.`))
    return value.flatMap((part, index) => this.#partIn(part, `${path}[${index}]`, depth) ?? [])
  }

  #partIn(value: unknown, path: string, depth: number): PartDesign | undefined {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const part: Json = isObject ? { ...value } : {}
    const isGroup = 'group' in part
    const known = isGroup
      ? ['group', 'parts', 'when']
      : ['field', 'label', 'required', 'requiredBefore', 'readOnly', 'help', 'when']
    if (isGroup === 'field' in part || Object.keys(part).some((name) => !known.includes(name))) {
      return this.#refuse(
        path,
        'a field, {"field": "governingLaw", "label": null, "required": false, "readOnly": false}, or a group, {"group": {"title": "Money"}, "parts": [...]}',
        undefined,
      )
    }
    return isGroup ? this.#groupIn(part, path, depth) : this.#fieldIn(part, path)
  }

  #fieldIn(part: Json, path: string): PartDesign | undefined {
    const named = part['field']
    const id = typeof named === 'object' && named !== null && 'id' in named ? named.id : named
    const label = part['label'] ?? null
    const [required, readOnly] = [part['required'] ?? false, part['readOnly'] ?? false]
    if ((typeof id !== 'string' || id === '') && !Number.isInteger(id))
      return this.#refuse(`${path}.field`, 'the id of a field', undefined)
    if (label !== null && !isTitle(label)) return this.#refuse(`${path}.label`, titleExpected, undefined)
    if (typeof required !== 'boolean') return this.#refuse(`${path}.required`, 'true or false', undefined)
    const requiredBefore = part['requiredBefore'] ?? null
    if (requiredBefore !== null && (typeof requiredBefore !== 'string' || required || readOnly === true))
      return this.#refuse(
        `${path}.requiredBefore`,
        'a state, of a field that is neither required from the start nor read-only; or null',
        undefined,
      )
    if (typeof readOnly !== 'boolean') return this.#refuse(`${path}.readOnly`, 'true or false', undefined)
    const help = part['help'] ?? null
    if (help !== null && !isHelp(help))
      return this.#refuse(`${path}.help`, `a text of ${most.help} characters at most, or null`, undefined)
    const when = this.#conditionIn(part['when'], `${path}.when`)
    return {
      kind: 'field',
      field: fieldNameIn(id),
      label,
      required,
      requiredBefore,
      readOnly,
      help: help?.trim() === '' ? null : (help?.trim() ?? null),
      when,
      path: `${path}.field`,
    }
  }

  #groupIn(part: Json, path: string, depth: number): PartDesign | undefined {
    const { group } = part
    const given: Json = typeof group === 'object' && group !== null ? { ...group } : { title: group }
    const { id, title } = given
    if (!isTitle(title)) return this.#refuse(`${path}.group.title`, titleExpected, undefined)
    if (id !== undefined && id !== null && !Number.isInteger(id))
      return this.#refuse(`${path}.group.id`, 'the id of a group of this form', undefined)
    return {
      kind: 'group',
      id: typeof id === 'number' ? id : undefined,
      title: title.trim(),
      parts: this.partsIn(part['parts'] ?? [], `${path}.parts`, depth + 1),
      when: this.#conditionIn(part['when'], `${path}.when`),
      path: `${path}.group.id`,
    }
  }

  #conditionIn(value: unknown, path: string): ConditionDesign | null {
    if (value === undefined || value === null) return null
    const given: Json = typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
    const { field, operator, value: compared = null, ...others } = given
    const isNamed = (typeof field === 'string' && field !== '') || Number.isInteger(field)
    const known = formOperators.find((each) => each === operator)
    const text = typeof compared === 'number' || typeof compared === 'boolean' ? String(compared) : compared
    const isWhole = known === 'filled' ? text === null : typeof text === 'string' && text.length <= most.text
    if (Object.keys(others).length > 0 || !isNamed || known === undefined || !isWhole)
      return this.#refuse(
        path,
        'a condition such as {"field": "rent", "operator": "ge", "value": "1000"} or {"field": "rent", "operator": "filled"}',
        null,
      )
    return { field: fieldNameIn(field), operator: known, value: typeof text === 'string' ? text : null }
  }

  #refuse<Nothing>(path: string, expected: string, nothing: Nothing): Nothing {
    this.#errors[path] = [`must be ${expected}.`]
    return nothing
  }
}

const titleExpected = `a text of 1 to ${most.text} characters`

const isHelp = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') && value.length <= most.help

const isTitle = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  Array.from(value).length <= most.text &&
  value.isWellFormed() &&
  !/[\u0000-\u001f\u007f]/.test(value)

const fieldNameIn = (id: unknown): FieldName =>
  typeof id === 'number' ? id : /^\d{1,10}$/.test(String(id)) ? Number(id) : String(id)
