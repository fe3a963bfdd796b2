// What a person may do, for them and for the administrators of their organisation.
import { type Actor, checkIsHere, type Group, type Permission, type Role } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { peopleVisibleTo } from './access.ts'
import { customRoleNameSql } from './roles/custom-role.ts'

export interface Rights {
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
  /** The role of the organisation's own from which these follow. */
  readonly customRole: { readonly id: number; readonly name: string } | null
}

/** The rights of a person. Throws not_found for somebody whom the actor may not find, forbidden for others. */
export async function getRights({ db }: App, actor: Actor, userId: string): Promise<Rights> {
  const row = await peopleVisibleTo(db, actor)
    .where('users.id', '=', userId)
    .select([
      'users.organisation_id',
      'users.role',
      'users.permissions',
      'users.groups',
      'users.custom_role_id',
    ])
    .select(customRoleNameSql.as('custom_role_name'))
    .executeTakeFirst()
  if (!row) throw notFound()
  const isTheirs = row.organisation_id === actor.organisationId && actor.role === 'Administrator'
  if (!isTheirs && userId !== actor.userId) {
    throw forbidden('Only the person and administrators of their organisation may see their rights.')
  }
  if (userId !== actor.userId) checkIsHere(actor)
  return {
    role: row.role as Role,
    permissions: row.permissions as Permission[],
    groups: row.groups as Group[],
    customRole:
      row.custom_role_id === null ? null : { id: row.custom_role_id, name: row.custom_role_name ?? '' },
  }
}
