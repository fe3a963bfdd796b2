// The definition of a field, and which of its properties fit together.
import { badInput, sentence } from '../platform/errors.ts'
import { compareDecimals, decimalText } from '../platform/decimal.ts'
import { atomKindOf, type Field } from './field.ts'
import { typesOfMeaning } from './meaning.ts'

/** A field without its ids, its choices and its default. */
export type Definition = Omit<Field, 'organisationId' | 'id' | 'options' | 'defaults'>

/** A limit as it is stored: an exact decimal. */
export const decimalOrNull = (value: number | null | undefined): string | null =>
  value === undefined || value === null ? null : (decimalText(value) ?? null)

const longest = { title: 255, description: 4_000 }

/** Throws 400 naming what does not fit the type, or is not valid text. */
export function checkDefinition(field: Definition): void {
  const { title, description, type, entityColumn, meaning } = field
  checkText('title', title, longest.title)
  if (title === '') throw badInput('title', `must have 1 to ${longest.title} characters.`)
  checkText('description', description ?? '', longest.description)
  if (field.multiple && type !== 'Lookup')
    throw badInput('multiple', sentence('Only a Lookup can accept several choices.'))
  if (field.canAddOptions && type !== 'Lookup')
    throw badInput('canAddOptions', sentence('Only a Lookup lets choices be added.'))
  if (field.allowExternalUsers && type !== 'User')
    throw badInput('allowExternalUsers', sentence('Only a User field can accept people of law firms.'))
  if (entityColumn && (entityColumn === 'OwnerId' ? 'ContractOwner' : 'Restricted') !== type)
    throw badInput('entityColumn', sentence(`A field of type ${type} cannot show ${entityColumn}.`))
  if (meaning !== null && !typesOfMeaning[meaning].includes(type)) {
    const types = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(typesOfMeaning[meaning])
    throw badInput('meaning', sentence(`Only a field of type ${types} can mean ${meaning}.`))
  }
  checkRange(field)
}

function checkText(name: string, text: string, most: number): void {
  if (Array.from(text).length > most) throw badInput(name, `must have ${most} characters at most.`)
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw badInput(name, 'must not contain control characters.')
}

function checkRange({ type, rangeStart, rangeEnd, stepSize }: Definition): void {
  const hasRange = rangeStart !== null || rangeEnd !== null || stepSize !== null
  if (atomKindOf(type) !== 'number' && hasRange)
    throw badInput('range', sentence(`A field of type ${type} has no range.`))
  if (type === 'Slider' && (rangeStart === null || rangeEnd === null))
    throw badInput('range', sentence('A Slider needs a range, with start and end.'))
  if (rangeStart !== null && rangeEnd !== null && compareDecimals(rangeStart, rangeEnd) > 0)
    throw badInput('rangeEnd', 'must not be less than the start.')
  if (stepSize !== null && compareDecimals(stepSize, '0') <= 0)
    throw badInput('stepSize', 'must be more than 0.')
}

/** Refuses names that look like a number in an address, or would have to be percent-encoded there. */
export function checkApiName(name: string): void {
  if (/^[\p{L}_][\p{L}\p{N}_]{0,254}$/u.test(name)) return
  throw badInput(
    'apiName',
    'must begin with a letter and have letters, digits and underscores only, 255 at most.',
  )
}
