// What creating and updating a contract template have in common: its group, its name, its team.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent, SystemActor } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { checkTeamOfType } from '../../identity/users/write-teams.ts'
import { nameProblem } from '../contract.ts'

export const templateCategories = ['Sales', 'Purchasing', 'Commercial'] as const
type TemplateCategory = (typeof templateCategories)[number]

/** The properties of a template, without its document. */
export interface TemplateDraft {
  readonly name: string
  /** What it is for. */
  readonly description: string | null
  readonly groupId: number
  readonly category: TemplateCategory
  /** The team that contracts of this type go to when none is given. */
  readonly teamId: number | null
  readonly teamRequired: boolean
  /** Contracts of this type amend the contract above them; otherwise they are statements of work under it. */
  readonly amends: boolean
  /** Contracts of this type are executed only with a signed copy. */
  readonly signedCopyRequired: boolean
}

interface Checked {
  readonly actor: Actor | SystemActor
  readonly organisationId: number
  /** The template itself, if it exists already. */
  readonly id?: number
  /** Which properties are new; unchanged ones are not checked. */
  readonly changed: ReadonlySet<keyof TemplateDraft>
}

/**
 * Throws 400 naming what is wrong, conflict for a name that exists in the group. The caller has locked the
 * organisation.
 */
export async function checkTemplate(
  tx: Tx,
  draft: TemplateDraft,
  { actor, organisationId, id, changed }: Checked,
): Promise<void> {
  checkName(draft.name)
  const { groupId, teamId } = draft
  if (changed.has('groupId') && !(await findGroup(tx, organisationId, { id: groupId })))
    throw badInput('groupId', 'must be the id of a group of the organisation.')
  if (teamId !== null && changed.has('teamId'))
    await checkTeamOfType(tx, actor, {
      organisationId,
      id: teamId,
      records: 'contracts',
      sees: 'ContractAdministrators',
    })
  if (!changed.has('name') && !changed.has('groupId')) return
  const same = await tx
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(draft.name)])))
    .select('id')
    .execute()
  if (same.some((other) => other.id !== id))
    throw conflict(`There is a contract type named ${draft.name} in this group already.`)
}

/** Refuses invalid names of templates and groups. */
export function checkName(name: string): void {
  const problem = nameProblem(name)
  if (problem !== undefined) throw badInput('name', problem)
}

/** The columns of a template. */
export const templateRow = (draft: TemplateDraft) => ({
  name: draft.name,
  description: draft.description,
  group_id: draft.groupId,
  category: draft.category,
  team_id: draft.teamId,
  team_required: draft.teamRequired,
  amends: draft.amends,
  signed_copy_required: draft.signedCopyRequired,
})

/** A group by its id, or by its name in any case. */
export const findGroup = (
  tx: Tx,
  organisationId: number,
  group: { readonly id: number } | { readonly name: string },
): Promise<{ readonly id: number; readonly name: string; readonly version: number } | undefined> =>
  tx
    .selectFrom('contract_groups')
    .where('organisation_id', '=', organisationId)
    .where((eb) =>
      'id' in group
        ? eb('id', '=', group.id)
        : eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(group.name)])),
    )
    .orderBy('id')
    .limit(1)
    .select(['id', 'name', 'version'])
    .executeTakeFirst()

/** Something happened to a template or to a group of them; history only. */
export const templateEvent = (
  name: NameOf<'contractTemplate'> | NameOf<'contractGroup'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>> = {},
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: name.split('.')[0] ?? '', id },
  subject: null,
  facts,
})
