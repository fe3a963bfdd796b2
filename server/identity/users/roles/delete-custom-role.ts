// Deleting a role of the organisation's own that nobody has, or giving everybody who has it another one instead.
import type { Actor, Role } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { badInput, conflict } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import {
  customRoleEvent,
  type CustomRoleName,
  type GivenRole,
  getCustomRoleToChange,
  givenByCustomRole,
  givenByRole,
} from './custom-role.ts'
import { giveToPeopleWith } from './people-with-role.ts'

/** Deletes the role. For administrators. Throws conflict while people or groups of the identity provider have it. */
export function deleteCustomRole(app: App, actor: Actor | SystemActor, name: CustomRoleName): Promise<void> {
  return change(app, actor, async (tx) => {
    const role = await getCustomRoleToChange(tx, actor, name)
    await checkUnused(tx, name)
    await deleteRow(tx, name)
    return {
      result: undefined,
      events: [customRoleEvent('customRole.deleted', name, { name: role.name })],
    }
  })
}

/** Another custom role, or a role of the wire with its default permissions. */
export type Replacement = { readonly customRoleId: number } | { readonly role: Role }

/**
 * Gives everybody who has the role another one, sets it for groups of the identity provider, and deletes the role: all
 * or none of it. For administrators. Throws as `updateCustomRole`, and bad_request for a role that is not there.
 */
export function replaceCustomRole(
  app: App,
  actor: Actor | SystemActor,
  name: CustomRoleName,
  by: Replacement,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const role = await getCustomRoleToChange(tx, actor, name)
    const given = await givenBy(tx, name, by)
    const people = await giveToPeopleWith({ app, tx }, name, given, { actor, now })
    await tx
      .updateTable('scim_groups')
      .set({
        role: given.customRoleId === null ? given.role : null,
        custom_role_id: given.customRoleId,
        updated_at: now,
      })
      .where('organisation_id', '=', name.organisationId)
      .where('custom_role_id', '=', name.id)
      .execute()
    await deleteRow(tx, name)
    const facts = { name: role.name, replacedBy: given.customRoleId ?? given.role, people: people.length }
    return { result: undefined, events: [customRoleEvent('customRole.deleted', name, facts), ...people] }
  })
}

async function givenBy(tx: Tx, { organisationId, id }: CustomRoleName, by: Replacement): Promise<GivenRole> {
  if ('role' in by) return givenByRole(by.role)
  if (by.customRoleId === id) throw badInput('customRole', 'must be another role.')
  return givenByCustomRole(tx, { organisationId, id: by.customRoleId })
}

async function checkUnused(tx: Tx, { organisationId, id }: CustomRoleName): Promise<void> {
  const { people } = await tx
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('custom_role_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow()
  const group = await tx
    .selectFrom('scim_groups')
    .where('organisation_id', '=', organisationId)
    .where('custom_role_id', '=', id)
    .select('name')
    .executeTakeFirst()
  if (people > 0)
    throw conflict(
      `${people === 1 ? 'One person has' : `${people} people have`} this role. Say which role they get instead.`,
    )
  if (group)
    throw conflict(
      `The group "${group.name}" of the identity provider gives this role. Say which role it gives instead.`,
    )
}

const deleteRow = (tx: Tx, { organisationId, id }: CustomRoleName) =>
  tx.deleteFrom('custom_roles').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
