// Values as JSON: from atoms, for answers and for the history, and back, for what either wire sends. What needs the
// database is in check.ts.
import { readWrittenTime } from '../../platform/time/local-time.ts'
import { compareDecimals, decimalText, isOnStep } from '../../platform/decimal.ts'
import { type Atom, atomKindOf, choiceIsId, type Field, type FieldOption, takesSeveral } from '../field.ts'
import type { Reading } from './field-input.ts'

/** A value as JSON: `null` (or an empty list, where there may be several) when there is none. */
export function valueToJson(field: Field, atoms: readonly Atom[]): unknown {
  const each = atoms.map((atom) => atomToJson(field, atom))
  return takesSeveral(field) ? each : (each[0] ?? null)
}

function atomToJson(field: Field, atom: Atom): unknown {
  switch (atomKindOf(field.type)) {
    case 'number':
      return Number(atom)
    case 'user':
      return { id: atom }
    case 'option':
      if (field.type === 'Lookup') return field.multiple ? atom : { id: String(atom) }
      return choiceIsId(field.type) ? atom : optionOf(field, (option) => option.id === atom)?.value
    default:
      return atom
  }
}

const optionOf = ({ options }: Field, is: (option: FieldOption) => boolean) => options.find(is)

const largest = 9_007_199_254_740_991
const longest = { ShortText: 255, LongText: 100_000 }
const mostChoices = 1_000

/** Reads a value, without checking that the choices of a lookup, people, departments and the like exist. */
export function readJson(field: Field, json: unknown): Reading {
  if (json === null || json === '') return { atoms: [] }
  if (takesSeveral(field)) return readSeveral(field, json)
  switch (atomKindOf(field.type)) {
    case 'text':
      return readText(field, json)
    case 'number':
      return readNumber(field, json)
    case 'boolean':
      return typeof json === 'boolean' ? { atoms: [json] } : { expected: 'true or false' }
    case 'date':
      return readDay(json)
    case 'user':
      return readUser(json)
    case 'reference':
    case 'option':
      return readChoice(field, json)
    case undefined:
      return { expected: 'left out: it is a heading and has no value' }
  }
}

function readSeveral(field: Field, json: unknown): Reading {
  const what = choiceIsId(field.type) ? 'ids of its choices' : 'values of its choices'
  if (!Array.isArray(json)) return { expected: `a list of ${what}${choicesOf(field)}` }
  if (json.length > mostChoices) return { expected: `a list of ${mostChoices} choices at most` }
  const read = json.map((each) => readChoice(field, each))
  const atoms = read.flatMap((each) => ('atoms' in each ? each.atoms : []))
  if (atoms.length < json.length) return { expected: `a list of ${what}${choicesOf(field)}` }
  return { atoms: inOrder(field, new Set(atoms)) }
}

/** Several choices are a set: kept in the order of the choices, those of lookups by id. */
function inOrder({ options }: Field, atoms: ReadonlySet<Atom>): readonly Atom[] {
  const places = new Map(options.map(({ id }, place) => [id, place]))
  const placeOf = (atom: Atom) => places.get(Number(atom)) ?? options.length + Number(atom)
  return [...atoms].sort((a, b) => placeOf(a) - placeOf(b))
}

function readChoice(field: Field, json: unknown): Reading {
  if (atomKindOf(field.type) === 'reference' || choiceIsId(field.type)) {
    const id = idIn(json)
    if (id === undefined) return { expected: `the id of ${thingOf(field.type)}, or null` }
    const offered = field.type !== 'List' || field.options.some((option) => option.id === id)
    return offered ? { atoms: [id] } : { expected: `the id of one of its choices${choicesOf(field)}` }
  }
  const value = typeof json === 'string' ? json.toLowerCase() : undefined
  const option =
    optionOf(field, (each) => each.value === json) ??
    optionOf(field, (each) => each.value.toLowerCase() === value)
  return option
    ? { atoms: [option.id] }
    : { expected: `the value of one of its choices${choicesOf(field)}, or null` }
}

const mostNamed = 20

/** The choices as a person reads them, in brackets: twenty at most; none of a lookup, which may have thousands. */
function choicesOf({ type, options }: Field): string {
  if (type === 'Lookup' || options.length === 0) return ''
  const named = options
    .slice(0, mostNamed)
    .map(({ id, value, label }) => (choiceIsId(type) ? `${id} for ${label}` : JSON.stringify(value)))
  const more = options.length - named.length
  return ` (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

/** What the ids of a type refer to. */
export function thingOf(type: Field['type']): string {
  switch (type) {
    case 'Department':
      return 'a department'
    case 'Region':
      return 'a region'
    case 'ContractEntity':
      return 'a party'
    case 'InvoiceRecipient':
      return 'an invoice recipient'
    default:
      return 'one of its choices'
  }
}

/** Ids are given as they are, or as `{"id": ...}`; those of single lookups as text. */
function idIn(json: unknown): number | undefined {
  const given = unwrapped(json)
  const text = typeof given === 'number' || typeof given === 'string' ? String(given) : ''
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined
}

const unwrapped = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'id' in json ? json.id : json

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function readUser(json: unknown): Reading {
  const id = unwrapped(json)
  return typeof id === 'string' && uuid.test(id)
    ? { atoms: [id.toLowerCase()] }
    : { expected: 'a person, {"id": "<the id of the person>"}, or null' }
}

function readText({ type }: Field, json: unknown): Reading {
  const most = type === 'ShortText' ? longest.ShortText : longest.LongText
  const expected = `a text of ${most.toLocaleString('en')} characters at most`
  if (typeof json !== 'string' || Array.from(json).length > most || !json.isWellFormed()) return { expected }
  const forbidden =
    type === 'ShortText' ? /[\u0000-\u001f\u007f]/ : /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
  if (forbidden.test(json)) {
    return {
      expected: `${expected}, without ${type === 'ShortText' ? 'line breaks and ' : ''}control characters`,
    }
  }
  return { atoms: [json] }
}

function readNumber(field: Field, json: unknown): Reading {
  const text = typeof json === 'number' ? decimalText(json) : undefined
  const { rangeStart, rangeEnd, stepSize } = field
  const fits =
    text !== undefined &&
    Math.abs(Number(text)) <= largest &&
    (rangeStart === null || compareDecimals(text, rangeStart) >= 0) &&
    (rangeEnd === null || compareDecimals(text, rangeEnd) <= 0) &&
    (stepSize === null || isOnStep(text, rangeStart ?? '0', stepSize))
  return fits ? { atoms: [text] } : { expected: numberExpected(field) }
}

function numberExpected({ rangeStart, rangeEnd, stepSize }: Field): string {
  const from = rangeStart === null ? '' : ` from ${rangeStart}`
  const to = rangeEnd === null ? '' : rangeStart === null ? ` of ${rangeEnd} at most` : ` to ${rangeEnd}`
  const steps = stepSize === null ? '' : ` in steps of ${stepSize}`
  return `a number${from}${to}${steps}, or null`
}

/** A day, or the day of a time: some clients cannot send days alone. */
function readDay(json: unknown): Reading {
  const time = readWrittenTime(json)
  return time === undefined
    ? { expected: 'a day such as 2025-05-06, or null' }
    : { atoms: [time.slice(0, 10)] }
}
