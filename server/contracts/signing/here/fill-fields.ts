// What a signer fills in: their own fields and no others, and all that must not stay empty.
import { sql } from 'kysely'
import { badInput, sentence } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import type { Drawing } from '../../../seals/fields/draw-fields.ts'
import type { SignatureField } from './fields.ts'

export const longestValue = 500

/** What was sent for a field: a text, or whether it is ticked, signed or initialled. */
export interface GivenValue {
  readonly field: number
  readonly text?: string
  readonly checked?: boolean
}

interface Signing {
  /** Those of the signer. */
  readonly fields: readonly SignatureField[]
  readonly given: readonly GivenValue[]
  readonly name: string
  /** The day, as it is written. */
  readonly day: string
  readonly caption: string
}

/** What is drawn, and what is kept. */
export interface FilledFields {
  readonly drawings: readonly Drawing[]
  readonly values: readonly { readonly number: number; readonly value: string }[]
}

/** Throws bad_request for a field of somebody else, a value of the wrong kind, and an empty field that is required. */
export function fillFields(signing: Signing): FilledFields {
  const { fields, given } = signing
  const sent = new Map<number, { readonly value: string | boolean; readonly input: string }>()
  for (const [index, { field: number, ...value }] of given.entries()) {
    const field = fields.find((each) => each.number === number)
    if (!field || sent.has(number)) throw badInput(`fields.${index}.field`, 'must be a field of yours, once.')
    sent.set(number, {
      value: valueOf(field, value, `fields.${index}`),
      input: `fields.${index}.text`,
    })
  }
  const drawings: Drawing[] = []
  const values: { number: number; value: string }[] = []
  for (const field of fields) {
    const { value = '', input = null } = sent.get(field.number) ?? {}
    const drawing = drawingOf(field, { ...signing, value, input })
    if (drawing) {
      drawings.push(drawing)
      values.push({ number: field.number, value: drawing.what === 'text' ? drawing.text : 'true' })
    } else if (field.required)
      throw badInput(
        'fields',
        sentence(`The field "${field.label ?? field.kind}" on page ${field.page} is empty.`),
      )
  }
  return { drawings, values }
}

function valueOf(
  field: SignatureField,
  { text, checked }: Omit<GivenValue, 'field'>,
  path: string,
): string | boolean {
  switch (field.kind) {
    case 'Name':
    case 'Date':
      throw badInput(path, 'is filled in by itself. Leave it out.')
    case 'Title':
    case 'Text':
      if (text !== undefined && text.length <= longestValue && !/[\u0000-\u001f\u007f]/.test(text))
        return text.trim()
      throw badInput(`${path}.text`, `must be one line of at most ${longestValue} characters.`)
    default:
      if (checked !== undefined) return checked
      throw badInput(`${path}.checked`, 'must be true or false.')
  }
}

interface Filling extends Pick<Signing, 'name' | 'day' | 'caption'> {
  readonly value: string | boolean
  readonly input: string | null
}

/** What is drawn on the field; undefined if it stays empty. */
function drawingOf(
  field: SignatureField,
  { name, day, caption, value, input }: Filling,
): Drawing | undefined {
  const { kind, page, x, y, width, height } = field
  const place = { page, x, y, width, height }
  if (kind === 'Name') return { ...place, what: 'text', text: name, input: null }
  if (kind === 'Date') return { ...place, what: 'text', text: day, input: null }
  if (value === '' || value === false) return undefined
  if (typeof value === 'string') return { ...place, what: 'text', text: value, input }
  if (kind === 'Tick') return { ...place, what: 'tick' }
  return { ...place, what: kind === 'Initials' ? 'initials' : 'signature', caption }
}

/** Stores what a signer filled in. */
export async function storeValues(
  tx: Tx,
  { organisationId, requestId }: { readonly organisationId: number; readonly requestId: number },
  values: FilledFields['values'],
): Promise<void> {
  if (values.length === 0) return
  const numbers = values.map(({ number }) => number)
  const texts = values.map(({ value }) => value)
  await sql`update signature_fields f set value = filled.value
    from unnest(${numbers}::bigint[], ${texts}::text[]) as filled (number, value)
    where f.organisation_id = ${organisationId} and f.request_id = ${requestId}
      and f.number = filled.number`.execute(tx)
}
