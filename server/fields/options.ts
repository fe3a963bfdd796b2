// The choices of fields: finding them, and adding new ones.
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { violates } from '../platform/postgres/database.ts'
import { badInput, conflict } from '../platform/errors.ts'
import { checkRoom } from '../identity/organisations/limits/check-room.ts'
import { choiceIsId, type Field, type FieldOption } from './field.ts'

/** A choice to create. Its value is its label if absent; for lists and lookups it is always its id. */
export interface NewOption {
  readonly label: string
  readonly value?: string
  /** What an integration stores with it. */
  readonly properties?: OptionProperties | null
}

export type OptionProperties = Readonly<Record<string, unknown>>

/** How a choice is identified: by its id, or by its value. */
export type ChoiceName = { readonly id: number } | { readonly value: string }

const longestLabel = 255

/** Throws 400 for an invalid label or value of a choice. */
export function checkText(name: 'label' | 'value', text: string): void {
  const problem = textProblem(text)
  if (problem !== undefined) throw badInput(name, problem)
}

function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is missing.'
  if (Array.from(text).length > longestLabel) return `must have ${longestLabel} characters at most.`
  return /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()
    ? 'must not contain line breaks or other control characters.'
    : undefined
}

/** Adds choices at the end. Throws 400 for an invalid label, and conflict when the field already has such a choice. */
export async function insertOptions(
  tx: Tx,
  field: Pick<Field, 'organisationId' | 'id' | 'type'>,
  options: readonly NewOption[],
  now: Date,
): Promise<readonly FieldOption[]> {
  if (options.length === 0) return []
  const { organisationId, id: fieldId } = field
  await checkRoom(tx, 'choices', { organisationId, parentId: fieldId }, options.length)
  const first = await nextPosition(tx, field)
  const ids = await nextIds(tx, options.length)
  const rows = options.map((option, index) => {
    const id = ids[index] ?? 0
    const label = option.label.trim()
    const value = choiceIsId(field.type) ? String(id) : (option.value?.trim() ?? label)
    checkText('label', label)
    checkText('value', value)
    checkProperties(option.properties)
    return { id, label, value, position: first + index, properties: jsonOf(option.properties) }
  })
  await tx
    .insertInto('field_options')
    .values(
      rows.map((row) => ({
        ...row,
        organisation_id: organisationId,
        field_id: fieldId,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
    .catch(refuseDuplicate)
  return rows
}

const jsonOf = (properties: OptionProperties | null | undefined): string | null =>
  properties && Object.keys(properties).length > 0 ? JSON.stringify(properties) : null

const mostBytes = 16 * 1024

/** Refuses more than an integration may store with a choice. */
function checkProperties(properties: OptionProperties | null | undefined): void {
  const json = jsonOf(properties)
  if (json === null) return
  if (Buffer.byteLength(json) > mostBytes)
    throw badInput('properties', `must have ${mostBytes} bytes at most.`)
  if (json.includes(String.raw`\u0000`) || !json.isWellFormed())
    throw badInput('properties', 'must be well-formed text without null characters.')
}

/** Writes the changes of a choice whose row is locked. Throws conflict when another one of the field has the label. */
export async function writeOption(
  tx: Tx,
  { organisationId }: Pick<Field, 'organisationId'>,
  choice: { readonly id: number; readonly label: string; readonly properties: OptionProperties | null },
  now: Date,
): Promise<void> {
  checkProperties(choice.properties)
  await tx
    .updateTable('field_options')
    .set(({ eb }) => ({
      label: choice.label,
      properties: jsonOf(choice.properties),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', choice.id)
    .execute()
    .catch(refuseDuplicate)
}

function refuseDuplicate(error: unknown): never {
  if (violates(error, 'field_options_label_unique'))
    throw conflict('The field has a choice with this label already.')
  if (violates(error, 'field_options_value_unique'))
    throw conflict('The field has a choice with this value already.')
  throw error
}

async function nextPosition(
  db: Reader,
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
): Promise<number> {
  const { last } = await db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', id)
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Ids are reserved first, because the value of a lookup's choice is its id. */
async function nextIds(tx: Tx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('field_options_id') as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}
