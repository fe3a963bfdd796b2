// Roles of an organisation's own: a named set of permissions and groups on top of a role of the wire. What a person
// with one may do is in their own row, as for everybody: it is written there when they get the role, and whenever the
// role changes.
//
// base role   the role of the wire that people with the custom role have
import { sql } from 'kysely'
import type { Actor, Group, Permission, Role } from '../../../platform/actor.ts'
import type { DomainEvent, SystemActor } from '../../../platform/events/change.ts'
import type { NameOf } from '../../../platform/events/event-names.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { defaultPermissions } from '../user.ts'

/** What identifies a custom role in the whole installation. */
export interface CustomRoleName {
  readonly organisationId: number
  readonly id: number
}

/** What a role gives, one of the organisation's own or one of the wire with its default permissions. */
export interface GivenRole {
  readonly role: Role
  readonly customRoleId: number | null
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
}

export interface CustomRole extends CustomRoleName {
  readonly name: string
  readonly description: string | null
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
  readonly version: number
}

const rolesOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('custom_roles')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'name', 'description', 'base_role', 'permissions', 'groups', 'version'])

type Row = Awaited<ReturnType<ReturnType<typeof rolesOf>['executeTakeFirstOrThrow']>>

const roleIn = (organisationId: number, row: Row): CustomRole => ({
  organisationId,
  id: row.id,
  name: row.name,
  description: row.description,
  role: row.base_role as Role,
  permissions: row.permissions as Permission[],
  groups: row.groups as Group[],
  version: row.version,
})

/** A custom role; undefined if there is none. */
export async function findCustomRole(
  db: Reader,
  { organisationId, id }: CustomRoleName,
): Promise<CustomRole | undefined> {
  const row = await rolesOf(db, organisationId).where('id', '=', id).executeTakeFirst()
  return row && roleIn(organisationId, row)
}

/** The custom roles of an organisation, by name. */
export async function readCustomRoles(db: Reader, organisationId: number): Promise<readonly CustomRole[]> {
  const rows = await rolesOf(db, organisationId).orderBy('name').execute()
  return rows.map((row) => roleIn(organisationId, row))
}

/** A custom role for a change by administrators and by the operator, with the organisation locked; or not_found. */
export async function getCustomRoleToChange(
  tx: Tx,
  actor: Actor | SystemActor,
  name: CustomRoleName,
): Promise<CustomRole> {
  await getOrganisationToChange(tx, actor, name.organisationId)
  const role = await findCustomRole(tx, name)
  if (!role) throw notFound()
  return role
}

/** What a custom role of the organisation gives. Throws bad_request for `customRole` if there is none. */
export async function givenByCustomRole(tx: Tx, name: CustomRoleName): Promise<GivenRole> {
  const found = await findCustomRole(tx, name)
  if (!found) throw badInput('customRole', 'must be a role of your organisation.')
  return givenBy(found)
}

/** What a custom role gives. */
export const givenBy = ({ id, role, permissions, groups }: CustomRole): GivenRole => ({
  role,
  customRoleId: id,
  permissions,
  groups,
})

/** What a role of the wire gives without any permission set by hand. */
export const givenByRole = (role: Role): GivenRole => ({
  role,
  customRoleId: null,
  permissions: defaultPermissions[role],
  groups: [],
})

/** The conflict for a name that another custom role has. */
export const roleNameTaken = (name: string) => ({
  constraint: 'custom_roles_name_unique',
  message: `There is already a role "${name}".`,
})

/** The name of the custom role of a row of `users`. */
export const customRoleNameSql = sql<string | null>`(select r.name from custom_roles r
  where r.organisation_id = users.organisation_id and r.id = users.custom_role_id)`

/** An event of a custom role, such as `created`. */
export const customRoleEvent = (
  name: NameOf<'customRole'>,
  { organisationId, id }: CustomRoleName,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  resource: { kind: 'customRole', id },
  subject: null,
  facts,
})
