// Answers that say more than the value of their own field: they become the values of other fields that mean the same,
// of the same record or of another one, and what the record has besides its fields. What somebody gave is never
// overwritten.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Subject } from '../../platform/subject.ts'
import { partyNamed } from '../commands/party-named.ts'
import { type Atom, atomKindOf, type Field, fieldColumns, fieldOf } from '../field.ts'
import { fieldsOfForms, type Form, type FormField, listOptionsOf } from '../form.ts'
import type { FieldMeaning } from '../meaning.ts'
import { exist } from '../references.ts'
import type { FieldInput, ReadNewFields, Reading } from './field-input.ts'
import { readJson, valueToJson } from './json-value.ts'
import { textsOf } from './texts.ts'
import { readValues } from './values.ts'

/** An answer that was given. */
export interface Known {
  readonly field: Field
  readonly atoms: readonly Atom[]
}

/** What the given values answer. */
const knownIn = (forms: readonly Form[], given: FieldInput): readonly Known[] =>
  fieldsOfForms(forms).flatMap(({ field }) => {
    const reading = given.get(field.id)
    return reading && 'atoms' in reading && reading.atoms.length > 0 ? [{ field, atoms: reading.atoms }] : []
  })

/** The first answer with the meaning. */
export const answerOf = (known: readonly Known[], meaning: FieldMeaning): Known | undefined =>
  known.find(({ field }) => field.meaning === meaning)

/** What the values of a record answer; the caller has checked that the person sees it. */
export async function knownOf(db: Reader, subject: Subject): Promise<readonly Known[]> {
  const values = await readValues(db, subject)
  if (values.size === 0) return []
  const { organisationId } = subject
  const ids = [...values.keys()]
  const [rows, options] = await Promise.all([
    db
      .selectFrom('fields')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .select([...fieldColumns])
      .execute(),
    listOptionsOf(db, [organisationId], ids),
  ])
  return rows.map((row) => ({
    field: fieldOf(row, options.get(row.id) ?? []),
    atoms: values.get(row.id) ?? [],
  }))
}

/**
 * The given values, and for fields without one those that are known: of the same field, or of one that means the same.
 * What would not be accepted as a value is left out.
 */
export async function withKnown(db: Reader, { forms, given, known }: Carrying): Promise<FieldInput> {
  const carried = new Map(given)
  for (const part of fieldsOfForms(forms)) {
    const reading = canBeFilled(part, given) ? await readingFor(db, part.field, known) : undefined
    if (reading && 'atoms' in reading && (await exist(db, part.field, reading.atoms)))
      carried.set(part.field.id, reading)
  }
  return carried
}

interface Carrying {
  readonly forms: readonly Form[]
  readonly given: FieldInput
  readonly known: readonly Known[]
}

/** A reader of given values that adds what is known of the other record, once its forms are known. */
export const readingWith =
  (read: ReadNewFields | undefined, carried: FieldInput): ReadNewFields =>
  (forms) => {
    const given = read?.(forms) ?? new Map<number, Reading>()
    return new Map([...carried, ...given])
  }

const canBeFilled = ({ field, readOnly }: FormField, given: FieldInput): boolean =>
  !given.has(field.id) && !readOnly && field.entityColumn === null

async function readingFor(db: Reader, field: Field, known: readonly Known[]): Promise<Reading | undefined> {
  const same = known.find((each) => each.field.id === field.id)
  if (same) return { atoms: same.atoms }
  const source = field.meaning === null ? undefined : answerOf(known, field.meaning)
  if (!source) return undefined
  const kind = atomKindOf(field.type)
  if (kind === atomKindOf(source.field.type)) {
    const reading = readJson(field, valueToJson(source.field, source.atoms))
    return 'atoms' in reading ? { atoms: source.atoms } : undefined
  }
  // the name of a party, as text
  return kind === 'text'
    ? readJson(field, (await textsOf(db, source.field, source.atoms))[0] ?? null)
    : undefined
}

/**
 * The values of a new record: those given, those of fields that mean the same, and the counterparty by its name, which
 * is put on the list of parties where it is missing; with everything they answer.
 */
export async function completeValues(
  tx: Tx,
  actor: Actor,
  { forms, given, before = [], now }: Completing,
): Promise<Completed> {
  const known = [...knownIn(forms, given), ...before]
  // most records have no answer that means something
  if (before.length === 0 && known.every(({ field }) => field.meaning === null))
    return { values: given, known, events: [] }
  const values = await withKnown(tx, { forms, given, known })
  const party = answerOf(known, 'OtherParty')
  const empty = fieldsOfForms(forms).find(
    (part) =>
      part.field.type === 'ContractEntity' &&
      part.field.meaning === 'OtherParty' &&
      canBeFilled(part, values),
  )
  const name = String(party?.atoms[0] ?? '').trim()
  if (party?.field.type !== 'ShortText' || !empty || name === '') return { values, known, events: [] }
  const { id, events } = await partyNamed(tx, actor, {
    organisationId: empty.field.organisationId,
    name,
    now,
  })
  return { values: new Map([...values, [empty.field.id, { atoms: [id] }]]), known, events }
}

interface Completing extends Omit<Carrying, 'known'> {
  /** What is known from elsewhere, such as the answers of a request. */
  readonly before?: readonly Known[] | undefined
  readonly now: Date
}

interface Completed {
  readonly values: FieldInput
  readonly known: readonly Known[]
  readonly events: readonly DomainEvent[]
}
