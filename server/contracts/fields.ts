// The custom fields of contracts: which forms are about one, and which of its own properties built-in fields show.
import { type CheckedValues, checkNewValues, inputFrom, type OwnValues } from '../fields/values/check.ts'
import { type Form, getForm, getForms } from '../fields/form.ts'
import { type RecordFields, readRecordFields } from '../fields/record-fields.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { badInput } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import { getContractToSee } from './access.ts'
import type { Contract } from './contract.ts'
import { getChosenTemplate, getTemplate } from './templates.ts'

/** The fields of a contract, with the contract as it stands. */
export interface ContractFields {
  readonly contract: Contract
  readonly fields: RecordFields
}

/** The forms of the contract with its values; not_found as for every contract the caller may not see. */
export async function getContractFields(app: App, actor: Actor, id: number): Promise<ContractFields> {
  const contract = await getContractToSee(app.db, actor, id)
  return { contract, fields: await readContractFields(app.db, contract) }
}

/** The fields of a contract that the caller may see. */
export function readContractFields(db: Reader, contract: Contract & MaySee): Promise<RecordFields> {
  const { organisationId, templateId, ownerId, restricted } = contract
  return readRecordFields(
    db,
    { ...contract, kind: 'contract' },
    {
      detail: { organisationId, form: 'ContractDetails', templateId },
      core: { organisationId, form: 'ContractCore' },
    },
    { OwnerId: ownerId, Restricted: restricted },
  )
}

/** What a new contract is filled from, and what was filled in: `{"field_12": "value", "group_3": {...}}`. */
interface NewContractFields {
  readonly organisationId: number
  readonly templateId: number
  readonly form: 'ContractUpload' | 'ContractWizard'
  readonly given: unknown
}

/**
 * The values a new contract begins with. Whatever stands on one of its forms may be given; what the upload form (or that of the
 * wizard) requires must be. Throws 400 naming each field that is unknown, missing or wrong.
 */
export async function checkNewContractFields(
  db: Reader,
  { organisationId, templateId, form, given }: NewContractFields,
): Promise<CheckedValues> {
  const forms = await formsOfNew(db, { organisationId, templateId, form })
  return checkNewValues(db, forms, inputFrom(forms, given))
}

const formsOfNew = (
  db: Reader,
  { organisationId, templateId, form }: Omit<NewContractFields, 'given'>,
): Promise<readonly Form[]> =>
  getForms(db, organisationId, [
    { organisationId, form, templateId },
    { organisationId, form: 'ContractDetails', templateId },
    { organisationId, form: 'ContractCore' },
  ])

/**
 * The forms whose fields a new contract of the template may have; that of the wizard is filled where no document is given. Throws
 * 400 when there is no such template, and when it has no wizard and there is no document either.
 */
export async function getNewContractForms(
  { db }: App,
  { organisationId }: Actor,
  { templateId, withDocument }: { readonly templateId: number; readonly withDocument: boolean },
): Promise<readonly Form[]> {
  const { hasWizard } = await getChosenTemplate(db, { organisationId }, templateId)
  if (!withDocument && !hasWizard) {
    throw badInput(
      'document',
      'is missing: upload it to POST /v2/files with targetResourceType ContractCreation, or choose a type with a wizard (hasWizard).',
    )
  }
  const form = withDocument ? 'ContractUpload' : 'ContractWizard'
  return formsOfNew(db, { organisationId, templateId, form })
}

/** The form that is filled when a contract of the template is uploaded; not_found when the organisation has no such template. */
export async function getUploadForm({ db }: App, actor: Actor, templateId: number): Promise<Form> {
  await getTemplate(db, actor, templateId)
  return getForm(db, { organisationId: actor.organisationId, form: 'ContractUpload', templateId })
}

/** What built-in fields set of the contract itself. */
export const changesFrom = ({ OwnerId, Restricted }: OwnValues): OwnChanges => ({
  ...(OwnerId === undefined ? {} : { ownerId: String(OwnerId) }),
  ...(Restricted === undefined ? {} : { restricted: Restricted === true }),
})

interface OwnChanges {
  readonly ownerId?: string
  readonly restricted?: boolean
}
