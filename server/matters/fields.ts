// The custom fields of matters: which forms are about one, and which of its own properties built-in fields show.
import {
  type CheckedValues,
  checkNewValues,
  checkOtherForm,
  inputFrom,
  type OwnValues,
} from '../fields/values/check.ts'
import { type Form, getForm, getForms } from '../fields/form.ts'
import { type RecordFields, readRecordFields } from '../fields/record-fields.ts'
import { readValues, replaceValues } from '../fields/values/values.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { AppError, badInput } from '../platform/errors.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
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

/** The fields of a matter that the caller may see; those that it would have in another category, where one is given. */
export function readMatterFields(
  db: Reader,
  matter: Matter & MaySee,
  categoryId = matter.categoryId,
): Promise<RecordFields> {
  const { organisationId, ownerId, restricted } = matter
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

const formsOfNew = (db: Reader, organisationId: number, categoryId: number): Promise<readonly Form[]> =>
  getForms(db, organisationId, [
    { organisationId, form: 'MatterCreate', categoryId },
    { organisationId, form: 'MatterDetails', categoryId },
    { organisationId, form: 'MatterCore' },
  ])

/** The forms whose fields a new matter of the category may have, and where it would belong; 400 when there is no such category. */
export async function getNewMatterForms(
  { db }: App,
  actor: Actor,
  categoryId: number,
): Promise<{ readonly organisationId: number; readonly forms: readonly Form[] }> {
  const category = await getCategory(db, actor, categoryId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw badInput('categoryId', 'must be the id of a category that is not deleted.')
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

/**
 * Gives a matter that comes into another category the defaults of what it has no value of yet, and answers what that changes. Throws
 * 400 naming each field that the category requires and that the matter has no value of: values from before count, wherever they were
 * written.
 */
export async function settleFieldsIn(
  tx: Tx,
  matter: Matter & MayChange,
  categoryId: number,
): Promise<CheckedValues['changes']> {
  const subject = { ...matter, kind: 'matter' } as const
  const { organisationId } = matter
  const details = await getForm(tx, { organisationId, form: 'MatterDetails', categoryId })
  const { values, changes } = await checkOtherForm(tx, details, {
    values: await readValues(tx, subject),
    advice: ' Give it together with the type: PATCH /v2/matters/{matterId} takes both.',
  })
  await replaceValues(tx, subject, values)
  return changes
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
