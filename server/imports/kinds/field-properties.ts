// The custom fields of records as properties of an import, and their texts as values.
import type { Actor } from '../../platform/actor.ts'
import { badInput } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { readFinancialSettings } from '../../identity/organisations/read-organisations.ts'
import { fieldsVisibleTo } from '../../fields/access.ts'
import { atomKindOf, type Field, fieldColumns, fieldOf, takesSeveral } from '../../fields/field.ts'
import type { FieldMeaning } from '../../fields/meaning.ts'
import { formsOfRecords } from '../../fields/forms-of-records.ts'
import { fieldsOfForms, type Form, listOptionsOf } from '../../fields/form.ts'
import type { FieldInput, PastAnswers, ReadNewFields, Reading } from '../../fields/values/field-input.ts'
import { readJson, thingOf } from '../../fields/values/json-value.ts'
import { partyNamed } from '../../fields/commands/party-named.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { ImportProperty, Making, PropertyType } from '../import-kind.ts'
import { otherCurrencyIn } from '../reading/numbers.ts'
import type { NamedTable } from '../work/lookups.ts'
import type { Row } from '../work/row.ts'

const prefix = 'fields.'

/** The fields on any form of the records of a kind, those of most forms first. */
export async function readFormFields(db: Reader, actor: Actor, kind: SubjectKind): Promise<readonly Field[]> {
  const { forms, creationForms } = formsOfRecords[kind]
  const rows = await fieldsVisibleTo(db, actor)
    .where('fields.organisation_id', '=', actor.organisationId)
    .where('fields.entity_column', 'is', null)
    .where('fields.type', '<>', 'SectionHeader')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('form_parts as p')
          .whereRef('p.organisation_id', '=', 'fields.organisation_id')
          .whereRef('p.field_id', '=', 'fields.id')
          .where('p.form', 'in', [...forms, ...creationForms])
          .select('p.id'),
      ),
    )
    .orderBy(
      (eb) =>
        eb
          .selectFrom('form_parts as p')
          .whereRef('p.organisation_id', '=', 'fields.organisation_id')
          .whereRef('p.field_id', '=', 'fields.id')
          .where('p.form', 'in', [...forms, ...creationForms])
          .select((count) => count.fn.countAll().as('uses')),
      'desc',
    )
    .orderBy('fields.title')
    .orderBy('fields.id')
    .select([...fieldColumns])
    .withPlugin(prepared)
    .execute()
  const options = await listOptionsOf(
    db,
    [actor.organisationId],
    rows.map(({ id }) => id),
  )
  return rows.map((row) => fieldOf(row, options.get(row.id) ?? []))
}

/** The fields as properties. */
export const fieldProperties = (fields: readonly Field[]): readonly ImportProperty[] =>
  fields.map((field) => ({
    name: `${prefix}${field.apiName}`,
    label: field.title,
    also: [field.apiName, field.mergeName, ...headingsOf(field)],
    type: typeOf(field),
    required: false,
    help: field.description ?? '',
    ...(field.options.length > 0 ? { choices: field.options.map(({ label }) => label) } : {}),
  }))

const headings: Readonly<Partial<Record<FieldMeaning, readonly string[]>>> = {
  OtherParty: [
    'other party',
    'counterparty',
    'counterparty name',
    'contract party',
    'party',
    'vendor',
    'supplier',
    'customer',
    'company',
  ],
  EffectiveDate: [
    'effective date',
    'effective',
    'start',
    'start date',
    'starts',
    'contract start',
    'commencement',
    'commencement date',
  ],
  RenewalDate: ['renewal date', 'renewal', 'renews on'],
  ReviewDate: ['review date', 'review'],
  Value: ['value', 'contract value', 'total value', 'total contract value', 'amount', 'annual value'],
}

function headingsOf({ meaning, type }: Field): readonly string[] {
  const said = meaning ?? (type === 'ContractEntity' ? 'OtherParty' : null)
  return said === null ? [] : (headings[said] ?? [])
}

function typeOf(field: Field): PropertyType {
  switch (atomKindOf(field.type)) {
    case 'number':
      return 'number'
    case 'boolean':
      return 'truth'
    case 'date':
      return 'day'
    case 'user':
      return 'person'
    case 'reference':
      return 'name'
    case 'option':
      return takesSeveral(field) ? 'choices' : 'choice'
    default:
      return 'text'
  }
}

interface ReadFields {
  /** For the operation that creates the record. */
  readonly read: ReadNewFields
  readonly past: PastAnswers
  /** Of parties that were put on the list. */
  readonly events: readonly DomainEvent[]
}

/** The values of a row. What is wrong is noted with the row. */
export async function readFieldValues(
  making: Making,
  row: Row,
  fields: readonly Field[],
): Promise<ReadFields> {
  const values = new Map<Field, Reading>()
  const events: DomainEvent[] = []
  for (const field of fields) {
    const name = `${prefix}${field.apiName}`
    if (row.text(name) === undefined) continue
    const reading = await readingOf(making, row, { field, name, events })
    if (!reading) continue
    if ('expected' in reading) row.wrong(name, `must be ${reading.expected}.`)
    else values.set(field, reading)
  }
  const isOn = (forms: readonly Form[]) => {
    const there = new Set(fieldsOfForms(forms).map(({ field }) => field.id))
    return ({ id }: Field) => there.has(id)
  }
  const read: ReadNewFields = (forms): FieldInput => {
    const there = isOn(forms)
    return new Map([...values].filter(([field]) => there(field)).map(([{ id }, reading]) => [id, reading]))
  }
  const past: PastAnswers = {
    elsewhere(forms) {
      const there = isOn(forms)
      const elsewhere = [...values.keys()].filter((field) => !there(field))
      for (const { apiName, title } of elsewhere)
        row.warn(`${prefix}${apiName}`, `${title} is on no form of this type.`)
      return making.warnings === 'KeepValues' ? elsewhere : []
    },
    lacks({ apiName, title }) {
      row.warn(`${prefix}${apiName}`, `${title} is missing, which the form of this type requires.`)
    },
  }
  return { read, past, events }
}

interface Of {
  readonly field: Field
  readonly name: string
  readonly events: DomainEvent[]
}

const tables: Partial<Record<Field['type'], NamedTable>> = {
  Department: 'department',
  Region: 'region',
  InvoiceRecipient: 'recipient',
}

async function readingOf(making: Making, row: Row, of: Of): Promise<Reading | undefined> {
  const { field, name } = of
  const { lookups } = making
  const atom = (value: string | number | undefined): Reading | undefined =>
    value === undefined ? undefined : { atoms: [value] }
  switch (atomKindOf(field.type)) {
    case 'number': {
      if (await isInOtherCurrency(making, row, of)) return undefined
      const number = row.number(name)
      return number === undefined ? undefined : readJson(field, Number(number))
    }
    case 'boolean': {
      const truth = row.truth(name)
      return truth === undefined ? undefined : readJson(field, truth)
    }
    case 'date': {
      const day = row.day(name)
      return day === undefined ? undefined : readJson(field, day.slice(0, 10))
    }
    case 'user':
      return atom((await row.meant(name, lookups.person, 'the e-mail address of a person'))?.id)
    case 'option': {
      const find = (text: string) => lookups.option(field.id, text)
      if (!takesSeveral(field)) return atom(await row.meant(name, find, 'one of the choices of the field'))
      const several = await row.eachMeant(name, find, 'choices of the field')
      return { atoms: [...new Set(several)] }
    }
    case 'reference':
      return atom(await referenceOf(making, row, of))
    default:
      return readJson(field, row.text(name))
  }
}

/** Money has no currency of its own: an amount in another one would become as much of that of the organisation. */
async function isInOtherCurrency(
  { lookups, tx, actor }: Making,
  row: Row,
  { field, name }: Of,
): Promise<boolean> {
  if (field.type !== 'Currency' && field.meaning !== 'Value') return false
  const { currency } = await lookups.kept('currency', () => readFinancialSettings(tx, actor.organisationId))
  const other = otherCurrencyIn(row.text(name) ?? '', currency)
  if (other === undefined) return false
  row.warn(
    name,
    `${field.title} is in ${other}, but your organisation keeps it in ${currency}: it is left out. Convert it in your table to bring it in.`,
  )
  return true
}

async function referenceOf(
  making: Making,
  row: Row,
  { field, name, events }: Of,
): Promise<number | undefined> {
  const table = tables[field.type]
  if (table)
    return row.meant(name, (text) => making.lookups.named(table, text), `the name of ${thingOf(field.type)}`)
  if (field.type !== 'ContractEntity') throw badInput(field, 'cannot be imported.')
  const text = row.text(name) ?? ''
  const found = await making.lookups.named('party', text)
  if ('is' in found) return found.is
  // nobody wants the same party twice: what is merely similar is asked about once
  if (found.like.length > 0 && !row.isSettled(name)) {
    return row.wrong(
      name,
      `"${text}" is not on the list of parties, but ${found.like.join('; ')}: choose which one is meant, or that it is a new one.`,
      [...found.like, text],
    )
  }
  const { tx, actor, now } = making
  const added = await partyNamed(tx, actor, { organisationId: actor.organisationId, name: text, now })
  events.push(...added.events)
  return added.id
}
