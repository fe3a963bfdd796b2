// The custom fields of contracts: the forms of a contract, and which of its own properties built-in fields show.
import { type CheckedValues, checkNewValues, type OwnValues } from '../fields/values/check.ts'
import type { ReadNewFields } from '../fields/values/field-input.ts'
import { type Form, getForm, getForms, noForm } from '../fields/form.ts'
import { type RecordFields, readRecordFields } from '../fields/record-fields.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { MaySee } from '../platform/granted.ts'
import { getContractToSee } from './access.ts'
import type { Contract } from './contract.ts'
import { getTemplate } from './templates.ts'

/** The fields of a contract, with the contract. */
export interface ContractFields {
  readonly contract: Contract & MaySee
  readonly fields: RecordFields
}

/** The forms of the contract with its values; not_found as for every contract the caller may not see. */
export async function getContractFields(app: App, actor: Actor, id: number): Promise<ContractFields> {
  const contract = await getContractToSee(app.db, actor, id)
  return { contract, fields: await readContractFields(app.db, contract) }
}

/** The forms of the contracts of a template. */
export const formsOfTemplate = (organisationId: number, templateId: number) =>
  ({
    detail: { organisationId, form: 'ContractDetails', templateId },
    core: { organisationId, form: 'ContractCore' },
  }) as const

/** A contract, by what the fields that it shows depend on. */
export const contractOfType = ({ organisationId, id, templateId, formVersion, coreFormVersion }: Contract) =>
  ({ kind: 'contract', organisationId, id, formOwner: templateId, formVersion, coreFormVersion }) as const

/** The fields of a contract that the caller may see. */
export function readContractFields(db: Reader, contract: Contract & MaySee): Promise<RecordFields> {
  const { organisationId, templateId, ownerId, restricted, formVersion, coreFormVersion } = contract
  const { detail, core } = formsOfTemplate(organisationId, templateId)
  return readRecordFields(
    db,
    { ...contract, kind: 'contract' },
    { detail: { ...detail, since: formVersion }, core: { ...core, since: coreFormVersion } },
    { OwnerId: ownerId, Restricted: restricted },
  )
}

/** Which forms the values of a new contract are checked against, and what was given for them. */
interface NewContractFields {
  readonly organisationId: number
  readonly templateId: number
  readonly form: 'ContractUpload' | 'ContractWizard'
  readonly read: ReadNewFields | undefined
  /** Whether what the form requires may still be missing, as while somebody fills it in. */
  readonly unfinished?: boolean
}

/**
 * The initial values of a new contract. A field of any of its forms may be given; what the upload form (or that of the
 * wizard) requires must be. Throws 400 naming each field that is unknown, missing or wrong. `asked` is the form that is
 * filled in.
 */
export async function checkNewContractFields(
  db: Reader,
  { organisationId, templateId, form, read, unfinished = false }: NewContractFields,
): Promise<{ readonly asked: Form; readonly checked: CheckedValues }> {
  const forms = await getNewContractForms(db, organisationId, { templateId, form })
  const [asked = noForm, ...others] = forms
  // nothing is required of a form that is not the first
  const checkedForms = unfinished ? [noForm, asked, ...others] : forms
  return { asked, checked: await checkNewValues(db, checkedForms, read?.(forms) ?? new Map()) }
}

/** The forms of a new contract: the one to fill in, by default that of an upload, and those of details and core. */
export const getNewContractForms = (
  db: Reader,
  organisationId: number,
  {
    templateId,
    form = 'ContractUpload',
  }: { readonly templateId: number; readonly form?: NewContractFields['form'] },
): Promise<readonly Form[]> =>
  getForms(db, organisationId, [
    { organisationId, form, templateId },
    { organisationId, form: 'ContractDetails', templateId },
    { organisationId, form: 'ContractCore' },
  ])

/**
 * The form to fill in when a contract of the template is uploaded; not_found when the organisation has no such
 * template.
 */
export async function getUploadForm({ db }: App, actor: Actor, templateId: number): Promise<Form> {
  await getTemplate(db, actor, templateId)
  return getForm(db, { organisationId: actor.organisationId, form: 'ContractUpload', templateId })
}

/** The properties of the contract itself that built-in fields set. */
export const changesFrom = ({ OwnerId, Restricted }: OwnValues): OwnChanges => ({
  ...(OwnerId === undefined ? {} : { ownerId: String(OwnerId) }),
  ...(Restricted === undefined ? {} : { restricted: Restricted === true }),
})

interface OwnChanges {
  readonly ownerId?: string
  readonly restricted?: boolean
}
