// What a type of matters opens to people of other organisations who are in charge of one: single properties, and
// whether they put colleagues of theirs on it.
import type { Reader } from '../platform/postgres/database.ts'
import { type RecordRight, recordRights, rightOf } from '../records/rights/rights-table.ts'

/** What can be opened: nothing that would let a firm keep the organisation from its own matter. */
export const openableRights: readonly RecordRight[] = recordRights.filter((name) => {
  const { kinds, opens } = rightOf(name)
  return kinds.includes('matter') && opens !== undefined && !opens.unlessClosed
})

/** What the type opens. */
export interface FirmRights {
  readonly rights: readonly RecordRight[]
  /** Single custom fields, by their names. */
  readonly fieldNames: readonly string[]
  readonly addColleagues: boolean
}

/** The type of matters by its organisation and id. */
export interface TypeKey {
  readonly organisationId: number
  readonly id: number
}

/** What the type opens to firms; fields that were deleted since are left out. */
export async function readFirmRights(db: Reader, { organisationId, id }: TypeKey): Promise<FirmRights> {
  const type = await db
    .selectFrom('matter_categories')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['firm_rights', 'firms_add_colleagues'])
    .executeTakeFirstOrThrow()
  const fieldIds = type.firm_rights.flatMap((name) =>
    isField(name) ? [Number(name.slice(prefix.length))] : [],
  )
  const fields =
    fieldIds.length === 0
      ? []
      : await db
          .selectFrom('fields')
          .where('organisation_id', '=', organisationId)
          .where('id', 'in', fieldIds)
          .where('deleted_at', 'is', null)
          .orderBy('api_name')
          .select('api_name')
          .execute()
  return {
    rights: openableRights.filter((name) => type.firm_rights.includes(name)),
    fieldNames: fields.map(({ api_name }) => api_name),
    addColleagues: type.firms_add_colleagues,
  }
}

const prefix = 'field_'
const isField = (name: string) => name.startsWith(prefix)

/** How a single field is stored among the rights. */
export const storedField = (id: number): string => `${prefix}${id}`
