// Custom fields in the history: their titles, and their values as people read them. Fields deleted since are shown as
// well.
import { sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import { bareObject } from '../platform/bare-object.ts'
import type { ReadableValue } from './history.ts'

export interface LabelledField {
  readonly organisationId: number
  readonly id: number
  readonly title: string
  readonly apiName: string
  readonly type: string
  /** The labels of its choices, by value and by id. */
  readonly labels: ReadonlyMap<string, string>
}

const things = bareObject<string>({
  Department: 'departments',
  Region: 'regions',
  ContractEntity: 'contract_entities',
  InvoiceRecipient: 'invoice_recipients',
})

/** The fields with these ids. */
export async function readFieldLabels(
  db: Reader,
  organisationIds: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, LabelledField>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('fields')
    .where('organisation_id', 'in', [...organisationIds])
    .where('id', 'in', [...ids])
    .select(['organisation_id', 'id', 'title', 'api_name', 'type'])
    .execute()
  const fields = await Promise.all(
    rows.map(async ({ organisation_id: organisationId, id, title, api_name: apiName, type }) => ({
      organisationId,
      id,
      title,
      apiName,
      type,
      labels: await readLabels(db, { organisationId, id, type }),
    })),
  )
  return new Map(fields.map((field) => [field.id, field]))
}

async function readLabels(
  db: Reader,
  { organisationId, id, type }: Pick<LabelledField, 'organisationId' | 'id' | 'type'>,
): Promise<ReadonlyMap<string, string>> {
  const table = things[type]
  const { rows } = await (table === undefined
    ? sql<{ id: number; value: string | null; label: string }>`select id, value, label from field_options
        where organisation_id = ${organisationId} and field_id = ${id}`
    : sql<{ id: number; value: string | null; label: string }>`select id, null as value, name as label
        from ${sql.table(table)} where organisation_id = ${organisationId}`
  ).execute(db)
  // an id before a value that looks like it
  return new Map(
    rows.flatMap(({ id: key, value, label }): [string, string][] => [
      ...(value === null ? [] : [[value, label] satisfies [string, string]]),
      [`#${key}`, label],
    ]),
  )
}

/** A stored value of the field as people read it; people are left to the caller. */
export function readableFieldValue({ labels, type }: LabelledField, stored: unknown): ReadableValue {
  if (Array.isArray(stored))
    return stored.map((each) => readableFieldValue({ labels, type } as LabelledField, each))
  const id = idIn(stored)
  if (id !== undefined) return { id, name: labels.get(`#${id}`) ?? null }
  if (typeof stored === 'number' && labels.has(`#${stored}`)) return labels.get(`#${stored}`) ?? null
  if (typeof stored === 'string') return labels.get(stored) ?? stored
  return typeof stored === 'number' || typeof stored === 'boolean' ? stored : null
}

/** The id in `{ id }`. */
export const idIn = (stored: unknown): string | number | undefined => {
  const { id } = (typeof stored === 'object' && stored !== null ? stored : {}) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
