// The custom fields of matters: which forms are about one, and which of its own properties built-in fields show.
import { type CheckedValues, checkNewValues, inputFrom, type OwnValues } from '../fields/check.ts'
import { type Form, getForm } from '../fields/form.ts'
import { type RecordFields, readRecordFields } from '../fields/record-fields.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/database.ts'
import { AppError, badInput } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import { getMatterToSee } from './access.ts'
import { getCategory } from './categories.ts'
import type { Matter } from './matter.ts'

/** The fields of a matter, with the matter as it stands. */
export interface MatterFields {
  readonly matter: Matter
  readonly fields: RecordFields
}

/** The forms of the matter with its values; not_found as for every matter the caller may not see. */
export async function getMatterFields(app: App, actor: Actor, id: number): Promise<MatterFields> {
  const matter = await getMatterToSee(app.db, actor, id)
  return { matter, fields: await readMatterFields(app.db, matter) }
}

/** The fields of a matter that the caller may see. */
export function readMatterFields(db: Reader, matter: Matter & MaySee): Promise<RecordFields> {
  const { organisationId, categoryId, ownerId, restricted } = matter
  return readRecordFields(
    db,
    { ...matter, kind: 'matter' },
    {
      detail: { organisationId, form: 'MatterDetails', categoryId },
      core: { organisationId, form: 'MatterCore' },
    },
    { OwnerId: ownerId, Restricted: restricted },
  )
}

interface NewMatterFields {
  readonly organisationId: number
  readonly categoryId: number
  /** What was filled in: `{"field_12": "value", "group_3": {...}}`. */
  readonly given: unknown
}

/**
 * The values a new matter begins with. Whatever stands on one of its forms may be given; what the form for new matters of the
 * category requires must be. Throws 400 naming each field that is unknown, missing or wrong.
 */
export async function checkNewMatterFields(
  db: Reader,
  { organisationId, categoryId, given }: NewMatterFields,
): Promise<CheckedValues> {
  const forms = await formsOfNew(db, organisationId, categoryId)
  return checkNewValues(db, forms, inputFrom(forms, given))
}

async function formsOfNew(db: Reader, organisationId: number, categoryId: number): Promise<readonly Form[]> {
  return [
    await getForm(db, { organisationId, form: 'MatterCreate', categoryId }),
    await getForm(db, { organisationId, form: 'MatterDetails', categoryId }),
    await getForm(db, { organisationId, form: 'MatterCore' }),
  ]
}

/** The forms whose fields a new matter of the category may have, and where it would belong; 400 when there is no such category. */
export async function getNewMatterForms(
  { db }: App,
  actor: Actor,
  categoryId: number,
): Promise<{ readonly organisationId: number; readonly forms: readonly Form[] }> {
  const category = await getCategory(db, actor, categoryId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw badInput('categoryId', 'categoryId must be the id of a category that is not deleted.')
  })
  const { organisationId } = category
  return { organisationId, forms: await formsOfNew(db, organisationId, categoryId) }
}

/**
 * The form that is filled when a matter of the category is made; not_found when the caller has to do with no such category, or
 * it is deleted.
 */
export async function getCreateForm({ db }: App, actor: Actor, categoryId: number): Promise<Form> {
  const { organisationId } = await getCategory(db, actor, categoryId)
  return getForm(db, { organisationId, form: 'MatterCreate', categoryId })
}

/** What built-in fields set of the matter itself. */
export const changesFrom = ({ OwnerId, Restricted }: OwnValues): OwnChanges => ({
  ...(OwnerId === undefined ? {} : { ownerId: String(OwnerId) }),
  ...(Restricted === undefined ? {} : { restricted: Restricted === true }),
})

interface OwnChanges {
  readonly ownerId?: string
  readonly restricted?: boolean
}
