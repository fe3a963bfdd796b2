// Checks what is to be written against the forms of a record. Every wrong input is reported, each by its field.
import type { Reader } from '../../platform/postgres/database.ts'
import { type InputProblem, refuseProblems } from '../../platform/errors.ts'
import { type Atom, type EntityColumn, type Field, keyOfField } from '../field.ts'
import { fieldsOfForms, type Form, type FormField } from '../form.ts'
import type { FieldInput, Reading } from './field-input.ts'
import { thingOf, valueToJson } from './json-value.ts'
import { exist } from '../references.ts'
import type { NewValues, Values } from './values.ts'
import { bareObject } from '../../platform/bare-object.ts'

/** The properties of the record itself that built-in fields show and set. */
export type OwnValues = Readonly<Partial<Record<EntityColumn, string | boolean>>>

/** Values that may be written as they are. */
export interface CheckedValues {
  /** For insertValues and replaceValues. */
  readonly values: NewValues
  /** For the record's own columns; the caller writes them by its own rules. */
  readonly own: OwnValues
  /** The changes, by `field_<id>`, for the facts of the event; empty when nothing changes. */
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>
}

/**
 * Checks the values of a new record. The first form is the one to fill in: what it requires must be given. Fields of
 * the other forms (details, core) may be given too. Fields without a value get their defaults.
 */
export async function checkNewValues(
  db: Reader,
  forms: readonly Form[],
  input: FieldInput,
): Promise<CheckedValues> {
  const asked = new Set(fieldsOfForms(forms.slice(0, 1)).map(({ field }) => field.id))
  const checks = new Checks()
  for (const part of fieldsOfForms(forms)) {
    const given = input.get(part.field.id)
    const begins = given === undefined
    const atoms = begins ? await defaultsOf(db, part.field) : await checks.read(db, part, given)
    if (atoms === undefined) continue
    if (!begins && part.readOnly) checks.refuse(part, 'left out: it is read-only here')
    const missing = atoms.length === 0 && part.required && asked.has(part.field.id)
    if (missing && part.field.entityColumn === null) checks.miss(part)
    if (atoms.length > 0) checks.accept(part.field, atoms, [])
  }
  return checks.done()
}

/** A default that no longer exists (a person who left) does not count. */
async function defaultsOf(db: Reader, field: Field): Promise<readonly Atom[]> {
  return (await exist(db, field, field.defaults)) ? field.defaults : []
}

/** Checks changed values of a record. An unchanged value is accepted even if it could not be chosen any more. */
export async function checkChangedValues(
  db: Reader,
  forms: readonly Form[],
  { input, values, own }: { readonly input: FieldInput; readonly values: Values; readonly own: OwnValues },
): Promise<CheckedValues> {
  const checks = new Checks()
  for (const part of fieldsOfForms(forms)) {
    const given = input.get(part.field.id)
    if (given === undefined) continue
    const now = atomsOf(part.field, values, own)
    const atoms = await checks.read(db, part, given, now)
    if (atoms === undefined || sameValue(part.field, atoms, now)) continue
    if (part.readOnly) checks.refuse(part, 'as it is: it is read-only')
    else if (atoms.length === 0 && (part.required || part.field.entityColumn !== null)) checks.miss(part)
    else checks.accept(part.field, atoms, now)
  }
  return checks.done()
}

/**
 * What a record needs for another form: the defaults of those fields that have no value. Throws 400 naming each field
 * that the form requires and that has neither; `advice` says how to give it.
 */
export async function checkOtherForm(
  db: Reader,
  form: Form,
  { values, advice }: { readonly values: Values; readonly advice: string },
): Promise<CheckedValues> {
  const checks = new Checks()
  for (const part of fieldsOfForms([form])) {
    const { field } = part
    if (field.entityColumn !== null || (values.get(field.id) ?? []).length > 0) continue
    const begins = await defaultsOf(db, field)
    if (begins.length > 0) checks.accept(field, begins, [])
    else if (part.required) checks.miss(part, advice)
  }
  return checks.done()
}

/** The atoms of a field: from its values, or from the record itself. */
export function atomsOf(field: Field, values: Values, own: OwnValues): readonly Atom[] {
  if (field.entityColumn === null) return values.get(field.id) ?? []
  const value = own[field.entityColumn]
  return value === undefined ? [] : [value]
}

/** Several choices are equal in any order: a merge may have changed it. */
function sameValue(field: Field, a: readonly Atom[], b: readonly Atom[]): boolean {
  const written = (atom: Atom) => JSON.stringify(valueToJson(field, [atom]))
  const there = new Set(b.map(written))
  return a.length === b.length && a.every((atom) => there.has(written(atom)))
}

/** The result so far: accepted values, and the problems of the others. */
class Checks {
  readonly #values = new Map<Field, readonly Atom[]>()
  readonly #own: { -readonly [Name in EntityColumn]?: string | boolean } = {}
  readonly #changes = bareObject<{ from: unknown; to: unknown }>()
  readonly #problems: InputProblem[] = []

  /**
   * The atoms of a value that fits the field and refers to something that exists; otherwise undefined, and a problem.
   */
  async read(
    db: Reader,
    part: FormField,
    reading: Reading,
    now: readonly Atom[] = [],
  ): Promise<readonly Atom[] | undefined> {
    const { field } = part
    if ('expected' in reading) {
      this.refuse(part, reading.expected)
      return undefined
    }
    const blank = field.type === 'ShortText' && String(reading.atoms[0] ?? '').trim() === ''
    const atoms = blank ? [] : reading.atoms
    const added = atoms.filter((atom) => !now.includes(atom))
    if (await exist(db, field, added)) return atoms
    this.refuse(part, this.#expectedThing(field))
    return undefined
  }

  #expectedThing({ type, allowExternalUsers }: Field): string {
    if (type !== 'User' && type !== 'ContractOwner') return `the id of ${thingOf(type)}, or null`
    const external = type === 'User' && allowExternalUsers ? ' or of one of its law firms' : ''
    return `an active person of the organisation${external}`
  }

  accept(field: Field, atoms: readonly Atom[], now: readonly Atom[]): void {
    const own = atoms[0]
    if (field.entityColumn === null) this.#values.set(field, atoms)
    else if (own !== undefined && typeof own !== 'number') this.#own[field.entityColumn] = own
    const [from, to] = [valueToJson(field, now), valueToJson(field, atoms)]
    this.#changes[keyOfField(field)] = { from, to }
  }

  refuse({ field }: FormField, expected: string): void {
    this.#problems.push({ path: field, reason: `(${field.title}) must be ${expected}.` })
  }

  miss({ field }: FormField, advice = ''): void {
    this.#problems.push({ path: field, reason: `(${field.title}) is missing: it is required.${advice}` })
  }

  done(): CheckedValues {
    refuseProblems(this.#problems)
    return { values: this.#values, own: this.#own, changes: this.#changes }
  }
}
