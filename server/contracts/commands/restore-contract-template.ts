// Taking a contract template into use again, and deleting one that no contract has.
import { removeForms } from '../../fields/commands/remove-forms.ts'
import { deleteBlob } from '../../files/contents/stored-blobs.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { templateEvent } from './write-contract-template.ts'

interface TemplateKey {
  readonly organisationId: number
  readonly id: number
}

/**
 * Takes the template into use again, with its forms, document and rules as they were; nothing happens if it is in use.
 * For administrators of the organisation; not_found for an unknown one, conflict if its group has another one of its
 * name by now.
 */
export function restoreContractTemplate(app: App, actor: Actor, key: TemplateKey): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const { name, groupId, isDeleted } = await getAny(tx, key)
    if (!isDeleted) return { result: undefined, events: [] }
    await checkRoom(tx, 'contractTypes', key)
    const same = await tx
      .selectFrom('contract_templates')
      .where('organisation_id', '=', key.organisationId)
      .where('group_id', '=', groupId)
      .where('deleted_at', 'is', null)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
      .select('id')
      .executeTakeFirst()
    if (same) throw conflict(`There is a contract type named ${name} in this group already.`)
    await tx
      .updateTable('contract_templates')
      .set({ deleted_at: null, updated_at: now })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .execute()
    return { result: undefined, events: [templateEvent('contractTemplate.restored', key, { name })] }
  })
}

/**
 * Deletes the template with its forms, document and approval rules. For administrators of the organisation; not_found
 * for an unknown one, conflict while a contract or a request type has it.
 */
export async function purgeContractTemplate(app: App, actor: Actor, key: TemplateKey): Promise<void> {
  const { organisationId, id } = key
  const document = await change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { name, storageKey } = await getAny(tx, key)
    await checkUnused(tx, key)
    await removeForms(
      tx,
      (['ContractDetails', 'ContractUpload', 'ContractWizard'] as const).map((form) => ({
        organisationId,
        form,
        templateId: id,
      })),
    )
    await tx
      .deleteFrom('contract_approval_rules')
      .where('organisation_id', '=', organisationId)
      .where('template_id', '=', id)
      .execute()
    await tx
      .deleteFrom('contract_templates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    return { result: storageKey, events: [templateEvent('contractTemplate.purged', key, { name })] }
  })
  if (document !== null) await deleteBlob(app, document)
}

async function checkUnused(tx: Tx, { organisationId, id }: TemplateKey): Promise<void> {
  const [contract, requestType] = await Promise.all([
    // not through access.ts: a record blocks this regardless of who may see it, and nothing of it is shown
    tx
      .selectFrom('contracts')
      .where('organisation_id', '=', organisationId)
      .where('template_id', '=', id)
      .limit(1)
      .select('id')
      .executeTakeFirst(),
    tx
      .selectFrom('request_types')
      .where('organisation_id', '=', organisationId)
      .where('template_id', '=', id)
      .limit(1)
      .select('title')
      .executeTakeFirst(),
  ])
  if (contract) throw conflict('There are contracts of this type: turn it off instead, and they keep it.')
  if (requestType) throw conflict(`The request type “${requestType.title}” makes contracts of this type.`)
}

/** Whether in use or not. */
async function getAny(tx: Tx, { organisationId, id }: TemplateKey) {
  const row = await tx
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['name', 'group_id', 'deleted_at', 'wizard_storage_key'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    name: row.name,
    groupId: row.group_id,
    isDeleted: row.deleted_at !== null,
    storageKey: row.wizard_storage_key,
  }
}
