// Giving a contract template the document that its wizard fills.
import { Readable } from 'node:stream'
import { checkRecordable, forgetContent, withContent } from '../../files/content.ts'
import { getForm } from '../../fields/form.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { badInputs } from '../../platform/errors.ts'
import { unknownNames } from '../wizard.ts'
import { getTemplate } from '../templates.ts'

interface TemplateDocument {
  readonly organisationId: number
  readonly templateId: number
  /** A Word document with placeholders. */
  readonly bytes: Buffer
}

/**
 * Puts the document in place of the one the template had. Throws 400 with everything that is wrong with it: what is no Word
 * document, placeholders that are not closed, and names that are not on the template's wizard form.
 */
export async function setTemplateDocument(
  app: App,
  actor: SystemActor,
  { organisationId, templateId, bytes }: TemplateDocument,
): Promise<void> {
  await getTemplate(app.db, { organisationId }, templateId)
  const { openDocxTemplate } = await import('../../platform/docx-template.ts')
  const { names } = openDocxTemplate(bytes, 'document')
  const unknown = unknownNames(
    names,
    await getForm(app.db, { organisationId, form: 'ContractWizard', templateId }),
  )
  if (unknown.length > 0) {
    const expected = 'use the merge name of a field on the wizard form, or the title of a group'
    throw badInputs({ document: unknown.map((name) => `{${name}} leads nowhere: ${expected}.`) })
  }
  const before = await withContent(app, organisationId, Readable.from([bytes]), (content) =>
    change(app, actor, async (tx, now) => {
      checkRecordable(content)
      const template = await tx
        .selectFrom('contract_templates')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', templateId)
        .select('wizard_storage_key as key')
        .forUpdate()
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('contract_templates')
        .set({
          wizard_storage_key: content.key,
          wizard_size: content.size,
          wizard_sha256: content.sha256,
          updated_at: now,
        })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', templateId)
        .execute()
      const resource = { kind: 'contractTemplate', id: templateId }
      const facts = { document: { size: content.size, names } }
      return {
        result: template.key,
        events: [{ name: 'contractTemplate.updated', organisationId, resource, subject: null, facts }],
      }
    }),
  )
  if (before !== null) await forgetContent(app, before)
}
