// The signed-in user, as shown to themselves.
import { type Actor, hasRight } from '../../platform/actor.ts'
import type { Reader } from '../../platform/postgres/database.ts'

export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly organisationId: number
  readonly organisationName: string
  readonly role: string
  /** What the web app can offer them. */
  readonly can: { readonly manageIntegrations: boolean; readonly administer: boolean }
}

/** The actor, with details only they may see. */
export async function getSignedIn(db: Reader, actor: Actor): Promise<SignedIn> {
  const { email, organisation } = await db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('users.id', '=', actor.userId)
    .select(['users.email', 'organisations.name as organisation'])
    .executeTakeFirstOrThrow()
  return {
    id: actor.userId,
    email,
    name: actor.name,
    organisationId: actor.organisationId,
    organisationName: organisation,
    role: actor.role,
    can: {
      manageIntegrations: hasRight(actor, 'manage-integrations'),
      administer: hasRight(actor, 'administer'),
    },
  }
}
