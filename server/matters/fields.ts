// The custom fields of matters: the forms of a matter, and which of its own properties built-in fields show.
import { type CheckedValues, checkOtherForm, type OwnValues } from '../fields/values/check.ts'
import { type Form, getForm, getForms } from '../fields/form.ts'
import { type RecordFields, readRecordFields } from '../fields/record-fields.ts'
import { replaceValues } from '../fields/values/values.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
import { getMatterToSee } from './access.ts'
import { getCategory } from './categories.ts'
import type { Matter } from './matter.ts'

/** The fields of a matter, with the matter. */
export interface MatterFields {
  readonly matter: Matter
  readonly fields: RecordFields
}

/** The forms of the matter with its values; not_found as for every matter the caller may not see. */
export async function getMatterFields(app: App, actor: Actor, id: number): Promise<MatterFields> {
  const matter = await getMatterToSee(app.db, actor, id)
  return { matter, fields: await readMatterFields(app.db, matter) }
}

/** The forms of the matters of a category. */
export const formsOfCategory = (organisationId: number, categoryId: number) =>
  ({
    detail: { organisationId, form: 'MatterDetails', categoryId },
    core: { organisationId, form: 'MatterCore' },
  }) as const

/** A matter, by what the fields that it shows depend on. */
export const matterOfType = ({ organisationId, id, categoryId, formVersion, coreFormVersion }: Matter) =>
  ({ kind: 'matter', organisationId, id, formOwner: categoryId, formVersion, coreFormVersion }) as const

/** The fields of a matter that the caller may see; or those it would have in the given category. */
export function readMatterFields(
  db: Reader,
  matter: Matter & MaySee,
  categoryId = matter.categoryId,
): Promise<RecordFields> {
  const { organisationId, ownerId, restricted, formVersion, coreFormVersion } = matter
  const { detail, core } = formsOfCategory(organisationId, categoryId)
  // in another category it has the current form
  const kept = categoryId === matter.categoryId ? { since: formVersion } : {}
  return readRecordFields(
    db,
    { ...matter, kind: 'matter' },
    { detail: { ...detail, ...kept }, core: { ...core, since: coreFormVersion } },
    { OwnerId: ownerId, Restricted: restricted },
  )
}

/**
 * The forms of a new matter: the one to fill in, whose required fields must be given, and those of details and core, of
 * which any field may be given.
 */
export const getNewMatterForms = (
  db: Reader,
  organisationId: number,
  categoryId: number,
): Promise<readonly Form[]> =>
  getForms(db, organisationId, [
    { organisationId, form: 'MatterCreate', categoryId },
    { organisationId, form: 'MatterDetails', categoryId },
    { organisationId, form: 'MatterCore' },
  ])

/**
 * The form to fill in when a matter of the category is created; not_found when the caller can use no such category, or
 * it is deleted.
 */
export async function getCreateForm({ db }: App, actor: Actor, categoryId: number): Promise<Form> {
  const { organisationId } = await getCategory(db, actor, categoryId)
  return getForm(db, { organisationId, form: 'MatterCreate', categoryId })
}

/**
 * Writes the defaults of the fields that a matter has no value of yet in its new category, and returns what that
 * changes; `fields` are those of the new category, with the values that the matter has by now. Throws 400 naming each
 * field that the category requires and that has neither: values from before count, whatever form they were written on.
 */
export async function resolveFieldDefaults(
  tx: Tx,
  matter: Matter & MayChange,
  { detail, values: current }: RecordFields,
): Promise<CheckedValues['changes']> {
  const { values, changes } = await checkOtherForm(tx, detail, {
    values: current,
    advice: ' Give it together with the type: PATCH /v2/matters/{matterId} takes both.',
  })
  await replaceValues(tx, { ...matter, kind: 'matter' }, values)
  return changes
}

/** The properties of the matter itself that built-in fields set. */
export const changesFrom = ({ OwnerId, Restricted }: OwnValues): OwnChanges => ({
  ...(OwnerId === undefined ? {} : { ownerId: String(OwnerId) }),
  ...(Restricted === undefined ? {} : { restricted: Restricted === true }),
})

interface OwnChanges {
  readonly ownerId?: string
  readonly restricted?: boolean
}
