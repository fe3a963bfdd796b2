// Makes the contract wizard of the demo: fields, forms, the document, and contracts from answers.
import { createContractByWizard } from '../contracts/commands/create-contract-by-wizard.ts'
import { setTemplateDocument } from '../contracts/commands/set-template-document.ts'
import { createField } from '../fields/commands/create-field.ts'
import { placeOnForm } from '../fields/commands/place-on-form.ts'
import { keyOfField } from '../fields/field.ts'
import { fieldsOfForms, type FormKey, getForm, keyOfGroup } from '../fields/form.ts'
import type { App } from '../platform/app.ts'
import { systemActor } from '../platform/change.ts'
import { actorFor } from './actor.ts'
import { docxOf } from './docx.ts'
import { findContract } from './seed-contract.ts'
import { wizardContracts, wizardDocument, type WizardField, wizardFields } from './wizard.ts'

const demo = systemActor('demo')

interface Wizard {
  readonly organisationId: number
  readonly templateId: number
}

/** Makes what is missing of the wizard and of the contracts from it. */
export async function seedWizard(app: App, wizard: Wizard, user: (email: string) => string): Promise<void> {
  const { organisationId, templateId } = wizard
  const form = { organisationId, templateId, form: 'ContractWizard' } as const
  for (const field of wizardFields) {
    const fieldId =
      (await findField(app, organisationId, field)) ??
      (await createField(app, demo, { ...field, organisationId }))
    await place(app, form, fieldId, field)
    await place(app, { ...form, form: 'ContractDetails' }, fieldId, { ...field, required: false })
  }
  if (!(await hasDocument(app, wizard))) {
    await setTemplateDocument(app, demo, { ...wizard, bytes: docxOf(wizardDocument) })
  }
  for (const { by, answers, ...contract } of wizardContracts) {
    const actor = await actorFor(app, user(by))
    if ((await findContract(app, actor, contract.externalId)) !== undefined) continue
    await createContractByWizard(app, actor, {
      ...contract,
      templateId,
      fields: await inputOf(app, form, answers),
    })
  }
}

async function findField(
  app: App,
  organisationId: number,
  { apiName }: WizardField,
): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('api_name', '=', apiName)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

async function place(
  app: App,
  key: FormKey,
  fieldId: number,
  { group, required = false }: WizardField,
): Promise<void> {
  const form = await getForm(app.db, key)
  if (fieldsOfForms([form]).some(({ field }) => field.id === fieldId)) return
  const there = form.parts.find((part) => part.kind === 'group' && part.title === group)
  const within =
    group === undefined
      ? {}
      : { within: there?.kind === 'group' ? there.id : await placeOnForm(app, demo, key, { group }) }
  await placeOnForm(app, demo, key, { fieldId, required, ...within })
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

/** The answers as a form takes them. */
async function inputOf(app: App, key: FormKey, answers: Readonly<Record<string, unknown>>) {
  const { parts } = await getForm(app.db, key)
  const input = (all: typeof parts): Record<string, unknown> =>
    Object.fromEntries(
      all.flatMap((part): [string, unknown][] => {
        if (part.kind === 'group') return [[keyOfGroup(part), input(part.parts)]]
        const answer = answers[part.field.apiName]
        return answer === undefined ? [] : [[keyOfField(part.field), answer]]
      }),
    )
  return input(parts)
}
