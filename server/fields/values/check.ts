// Checks what is to be written against the forms of a record. Every wrong input is reported, each by its field.
import type { Reader } from '../../platform/postgres/database.ts'
import { type InputProblem, refuseProblems } from '../../platform/errors.ts'
import { type Atom, type EntityColumn, type Field, keyOfField } from '../field.ts'
import { comparedTexts, isMet } from '../conditions.ts'
import { fieldsOfForms, type Form, type FormField } from '../form.ts'
import { isForward, isReached } from '../forms-of-records.ts'
import type { FieldInput, PastAnswers, Reading } from './field-input.ts'
import { thingOf, valueToJson } from './json-value.ts'
import { together } from '../../platform/postgres/driver.ts'
import { exist } from '../references.ts'
import type { SubjectKind } from '../../platform/subject.ts'
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
 * the other forms (details, core) may be given too. Fields without a value get their defaults. What a form does not
 * show with these values is neither required nor accepted, and has no default.
 */
export async function checkNewValues(
  db: Reader,
  forms: readonly Form[],
  input: FieldInput,
  lacks?: PastAnswers['lacks'],
): Promise<CheckedValues> {
  const asked = new Set(fieldsOfForms(forms.slice(0, 1)).map(({ field }) => field.id))
  const checks = new Checks()
  const parts = fieldsOfForms(forms)
  const exists = await findExisting(db, parts, ({ field }) => {
    const given = input.get(field.id)
    return given === undefined ? field.defaults : atomsGiven(field, given)
  })
  // a default that no longer exists (a person who left) does not count
  const defaultsOf = (part: FormField) => (exists.has(part) ? part.field.defaults : [])
  const isShown = shownWith(parts, (part) => {
    const given = input.get(part.field.id)
    return given === undefined ? defaultsOf(part) : atomsGiven(part.field, given)
  })
  for (const part of parts) {
    const given = input.get(part.field.id)
    const begins = given === undefined
    if (!isShown(part)) {
      if (!begins && atomsGiven(part.field, given).length > 0)
        checks.refuse(part, 'left out: it is not asked with the other answers')
      continue
    }
    const atoms = begins ? defaultsOf(part) : checks.read(part, given, exists)
    if (atoms === undefined) continue
    if (!begins && part.readOnly) checks.refuse(part, 'left out: it is read-only here')
    const missing = atoms.length === 0 && part.required && asked.has(part.field.id)
    if (missing && part.field.entityColumn === null)
      (lacks ?? ((field) => checks.miss({ field })))(part.field)
    if (atoms.length > 0) checks.accept(part.field, atoms, [])
  }
  return checks.done()
}

/**
 * Whether a field is shown with these values. What is not shown counts as empty for what depends on it, which comes
 * after it on its form.
 */
function shownWith(
  parts: readonly FormField[],
  atomsOf: (part: FormField) => readonly Atom[],
): (part: FormField) => boolean {
  // most forms have none
  if (parts.every(({ conditions }) => conditions.length === 0)) return () => true
  const texts = new Map<number, readonly string[]>()
  const shown = new Set<FormField>()
  for (const part of parts) {
    const isShown = part.conditions.every((each) => isMet(each, texts.get(each.fieldId) ?? []))
    if (isShown) shown.add(part)
    texts.set(part.field.id, isShown ? comparedTexts(part.field, atomsOf(part)) : [])
  }
  return (part) => shown.has(part)
}

/** The fields whose atoms, as returned by `atomsOf`, all refer to something that can be chosen now. */
async function findExisting(
  db: Reader,
  parts: readonly FormField[],
  atomsOf: (part: FormField) => readonly Atom[],
): Promise<ReadonlySet<FormField>> {
  const found = await together(db, parts, (part) => exist(db, part.field, atomsOf(part)))
  return new Set(parts.filter((_, index) => found[index]))
}

/** What was given, or nothing if that does not fit the field. */
function atomsGiven(field: Field, reading: Reading): readonly Atom[] {
  if ('expected' in reading) return []
  const blank = field.type === 'ShortText' && String(reading.atoms[0] ?? '').trim() === ''
  return blank ? [] : reading.atoms
}

interface Changing {
  readonly input: FieldInput
  readonly values: Values
  readonly own: OwnValues
  /** Whether the record, in its state, needs what is required before this one. */
  readonly needs?: ((before: string) => boolean) | undefined
}

/** Checks changed values of a record. An unchanged value is accepted even if it could not be chosen any more. */
export async function checkChangedValues(
  db: Reader,
  forms: readonly Form[],
  { input, values, own, needs }: Changing,
): Promise<CheckedValues> {
  const checks = new Checks()
  const parts = fieldsOfForms(forms)
  const exists = await findExisting(db, parts, ({ field }) => {
    const given = input.get(field.id)
    const now = atomsOf(field, values, own)
    return given === undefined ? [] : atomsGiven(field, given).filter((atom) => !now.includes(atom))
  })
  const isShown = shownWith(parts, ({ field }) => {
    const given = input.get(field.id)
    return given === undefined ? atomsOf(field, values, own) : atomsGiven(field, given)
  })
  const isNeeded = (part: FormField) =>
    (part.required || (part.requiredBefore !== null && needs?.(part.requiredBefore) === true)) &&
    isShown(part)
  for (const part of parts) {
    const given = input.get(part.field.id)
    if (given === undefined) continue
    const now = atomsOf(part.field, values, own)
    const atoms = checks.read(part, given, exists)
    if (atoms === undefined || sameValue(part.field, atoms, now)) continue
    if (part.readOnly) checks.refuse(part, 'as it is: it is read-only')
    else if (atoms.length === 0 && (isNeeded(part) || part.field.entityColumn !== null)) checks.miss(part)
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
  const lacking = fieldsOfForms([form]).filter(
    ({ field }) => field.entityColumn === null && (values.get(field.id) ?? []).length === 0,
  )
  const exists = await findExisting(db, lacking, ({ field }) => field.defaults)
  const isShown = shownWith(fieldsOfForms([form]), ({ field }) => values.get(field.id) ?? field.defaults)
  for (const part of lacking) {
    if (!isShown(part)) continue
    const { field } = part
    const begins = exists.has(part) ? field.defaults : []
    if (begins.length > 0) checks.accept(field, begins, [])
    else if (part.required) checks.miss(part, advice)
  }
  return checks.done()
}

/**
 * The fields that a record in the state lacks: those that its forms require before that state, or an earlier one, and
 * show with these values.
 */
export function lackingIn(
  { kind, state }: { readonly kind: SubjectKind; readonly state: string },
  { forms, values }: { readonly forms: readonly Form[]; readonly values: Values },
): readonly FormField[] {
  const parts = fieldsOfForms(forms)
  const needed = parts.filter(
    ({ field, requiredBefore }) =>
      requiredBefore !== null &&
      isReached(kind, state, requiredBefore) &&
      field.entityColumn === null &&
      (values.get(field.id) ?? []).length === 0,
  )
  if (needed.length === 0) return []
  const isShown = shownWith(parts, ({ field }) => values.get(field.id) ?? [])
  return needed.filter(isShown)
}

/**
 * Throws 400 naming each field that a record lacks for the state that it moves to. What it lacks in a state that it
 * goes back to is not asked for.
 */
export function checkMove(
  { kind, from, to }: { readonly kind: SubjectKind; readonly from: string | null; readonly to: string },
  has: { readonly forms: readonly Form[]; readonly values: Values },
): void {
  if (from !== null && !isForward(kind, from, to)) return
  refuseProblems(
    lackingIn({ kind, state: to }, has).map(({ field, requiredBefore }) => ({
      path: field,
      reason: `(${field.title}) is missing: it is required before ${requiredBefore}. Give it together with the status.`,
    })),
  )
}

/**
 * Throws 400 naming what a new record lacks that begins in the state, because it was kept elsewhere before; with
 * `lacks`, only says so.
 */
export function checkPast(
  kind: SubjectKind,
  to: string,
  { forms, values }: { readonly forms: readonly Form[]; readonly values: NewValues },
  lacks?: PastAnswers['lacks'],
): void {
  const has = { forms, values: new Map([...values].map(([{ id }, atoms]) => [id, atoms])) }
  if (!lacks) return checkMove({ kind, from: null, to }, has)
  for (const { field } of lackingIn({ kind, state: to }, has)) lacks(field)
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
  read(part: FormField, reading: Reading, exists: ReadonlySet<FormField>): readonly Atom[] | undefined {
    if (!('expected' in reading) && exists.has(part)) return atomsGiven(part.field, reading)
    this.refuse(part, 'expected' in reading ? reading.expected : this.#expectedThing(part.field))
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

  miss({ field }: Pick<FormField, 'field'>, advice = ''): void {
    this.#problems.push({ path: field, reason: `(${field.title}) is missing: it is required.${advice}` })
  }

  done(): CheckedValues {
    refuseProblems(this.#problems)
    return { values: this.#values, own: this.#own, changes: this.#changes }
  }
}
