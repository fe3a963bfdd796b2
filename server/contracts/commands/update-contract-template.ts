// Updating a contract template, or taking it out of use.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { notFound } from '../../platform/errors.ts'
import { checkTemplate, type TemplateDraft, templateEvent, templateRow } from './write-contract-template.ts'

interface TemplateKey {
  readonly organisationId: number
  readonly id: number
}

const names = [
  'name',
  'description',
  'groupId',
  'category',
  'teamId',
  'teamRequired',
  'amends',
  'signedCopyRequired',
] as const

/**
 * Applies the changes: an absent property is kept. Existing contracts of the type are not affected. For administrators
 * of the organisation; throws not_found when there is no such template.
 */
export function updateContractTemplate(
  app: App,
  actor: Actor,
  key: TemplateKey,
  changes: Partial<TemplateDraft>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const before = await getDraft(tx, key)
    const next = { ...before, ...changes, name: changes.name?.trim() ?? before.name }
    const changed = differencesOf<TemplateDraft, (typeof names)[number]>(before, next, names)
    const which = new Set(Object.keys(changed) as (keyof TemplateDraft)[])
    if (which.size === 0) return { result: undefined, events: [] }
    await checkTemplate(tx, next, { actor, ...key, changed: which })
    await tx
      .updateTable('contract_templates')
      .set({ ...templateRow(next), updated_at: now })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .execute()
    return { result: undefined, events: [templateEvent('contractTemplate.updated', key, { changed })] }
  })
}

/**
 * Takes the template out of use: no new contract can have it, existing ones keep it. For administrators of the
 * organisation.
 */
export function retireContractTemplate(app: App, actor: Actor, key: TemplateKey): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const { name } = await getDraft(tx, key)
    await tx
      .updateTable('contract_templates')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.id)
      .execute()
    return { result: undefined, events: [templateEvent('contractTemplate.deleted', key, { name })] }
  })
}

async function getDraft(tx: Tx, { organisationId, id }: TemplateKey): Promise<TemplateDraft> {
  const row = await tx
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'name',
      'description',
      'group_id',
      'category',
      'team_id',
      'team_required',
      'amends',
      'signed_copy_required',
    ])
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    name: row.name,
    description: row.description,
    groupId: row.group_id,
    category: row.category as TemplateDraft['category'],
    teamId: row.team_id,
    teamRequired: row.team_required,
    amends: row.amends,
    signedCopyRequired: row.signed_copy_required,
  }
}
