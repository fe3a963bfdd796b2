// Creates the contract wizard of the demo: fields, forms, the document, and contracts from answers.
import { createContractByWizard } from '../../../contracts/commands/create-contract-by-wizard.ts'
import { setTemplateDocument } from '../../../contracts/commands/set-template-document.ts'
import { fieldsOfForms } from '../../../fields/form.ts'
import type { ReadNewFields } from '../../../fields/values/field-input.ts'
import { readJson } from '../../../fields/values/json-value.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { actorFor } from '../actor.ts'
import { docxOf } from '../../../platform/documents/writing/docx.ts'
import { ensureField, putFieldOnForm } from './ensure-field.ts'
import { findContract } from './seed-contract.ts'
import { wizardContracts, wizardDocument, wizardFields } from '../plans/wizard.ts'

const demo = systemActor('demo')

interface Wizard {
  readonly organisationId: number
  readonly templateId: number
}

/** Creates whatever is missing of the wizard and of the contracts from it. */
export async function seedWizard(app: App, wizard: Wizard, user: (email: string) => string): Promise<void> {
  const { organisationId, templateId } = wizard
  const form = { organisationId, templateId, form: 'ContractWizard' } as const
  for (const field of wizardFields) {
    const fieldId = await ensureField(app, { ...field, organisationId })
    await putFieldOnForm(app, form, fieldId, field)
    await putFieldOnForm(app, { ...form, form: 'ContractDetails' }, fieldId, { ...field, required: false })
  }
  if (!(await hasDocument(app, wizard))) {
    await setTemplateDocument(app, demo, { ...wizard, bytes: docxOf(wizardDocument) })
  }
  for (const { by, answers, ...contract } of wizardContracts) {
    const actor = await actorFor(app, user(by))
    if ((await findContract(app, actor, contract.externalId)) !== undefined) continue
    await createContractByWizard(app, actor, { ...contract, templateId, fields: readAnswers(answers) })
  }
}

async function hasDocument({ db }: App, { organisationId, templateId }: Wizard): Promise<boolean> {
  const row = await db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', templateId)
    .select('wizard_storage_key')
    .executeTakeFirstOrThrow()
  return row.wizard_storage_key !== null
}

/** The answers, which the data lists by the api names of their fields. */
const readAnswers =
  (answers: Readonly<Record<string, unknown>>): ReadNewFields =>
  (forms) =>
    new Map(
      fieldsOfForms(forms).flatMap(({ field }) => {
        const answer = answers[field.apiName]
        return answer === undefined ? [] : [[field.id, readJson(field, answer)]]
      }),
    )
