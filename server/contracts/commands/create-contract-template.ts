// Creating a contract template (v2 calls it type) in a group of templates.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  checkName,
  checkTemplate,
  findGroup,
  type TemplateDraft,
  templateEvent,
  templateRow,
} from './write-contract-template.ts'

export interface NewContractTemplate extends Partial<Omit<TemplateDraft, 'name' | 'category' | 'groupId'>> {
  readonly organisationId: number
  /** The name of the group, which is created if it does not exist; or its id. */
  readonly group: string | number
  readonly name: string
  readonly category: TemplateDraft['category']
}

/**
 * Creates the template and returns its id. For administrators of the organisation. Throws 400 for invalid input,
 * conflict when the group has a template of that name.
 */
export function createContractTemplate(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, group, name, category, ...more }: NewContractTemplate,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(tx, 'contractTypes', { organisationId })
    const draft: TemplateDraft = {
      name: name.trim(),
      description: more.description ?? null,
      groupId: typeof group === 'number' ? group : await groupOf(tx, organisationId, group.trim(), now),
      category,
      teamId: more.teamId ?? null,
      teamRequired: more.teamRequired ?? false,
      amends: more.amends ?? false,
      signedCopyRequired: more.signedCopyRequired ?? false,
    }
    await checkTemplate(tx, draft, { actor, organisationId, changed: new Set(['name', 'groupId', 'teamId']) })
    const { id } = await tx
      .insertInto('contract_templates')
      .values({ organisation_id: organisationId, ...templateRow(draft), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { name: draft.name, groupId: draft.groupId, category }
    return { result: id, events: [templateEvent('contractTemplate.created', { organisationId, id }, facts)] }
  })
}

async function groupOf(tx: Tx, organisationId: number, name: string, now: Date): Promise<number> {
  const found = await findGroup(tx, organisationId, { name })
  if (found) return found.id
  checkName(name)
  await checkRoom(tx, 'contractGroups', { organisationId })
  const { id } = await tx
    .insertInto('contract_groups')
    .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
