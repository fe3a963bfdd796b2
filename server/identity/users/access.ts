// Which teams and people a person may see: the teams of their organisation; and in the directory the people of their
// own organisation, those of the law firms that work for it, and everyone they share a matter or contract with. A law
// firm does not see a customer's directory, and guests only what their records have of it.
import { type SqlBool, sql } from 'kysely'
import { getOrganisationToChange } from '../organisations/access.ts'
import type { Actor, Group, Permission, Role } from '../../platform/actor.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { kindNames } from '../../records/kinds.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import type { MayChange, MaySee } from '../../platform/granted.ts'
import { isGuest, isTeamOfGuest, peopleOnRecordsOf } from '../organisations/guest-sight.ts'
import type { UserStatus } from './user.ts'

/** The teams of an organisation. Queries start here. */
export const teamsOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('teams')
    .where('teams.organisation_id', '=', organisationId)
    .where('teams.deleted_at', 'is', null)

/** Those of the actor's organisation; for a guest theirs, and those of their records. */
export const teamsVisibleTo = (db: Reader, actor: Actor) =>
  teamsOf(db, actor.organisationId).$if(isGuest(actor), (teams) =>
    teams.where(isTeamOfGuest(actor, 'teams.id')),
  )

/** People the actor may find. Queries start here. */
export function peopleVisibleTo(db: Reader, actor: Actor) {
  const onRecords = kindNames.map((kind) => sql<SqlBool>`users.id in ${peopleOnRecordsOf(actor, kind)}`)
  return db
    .selectFrom('users')
    .where((eb) =>
      eb.or(
        isGuest(actor)
          ? [eb('users.id', '=', actor.userId), ...onRecords]
          : [
              eb('users.organisation_id', '=', actor.organisationId),
              eb('users.organisation_id', 'in', (firms) =>
                firms
                  .selectFrom('organisation_links')
                  .where('customer_id', '=', actor.organisationId)
                  .select('provider_id'),
              ),
              ...onRecords,
            ],
      ),
    )
}

/** A person's account, as those who may change it see it. */
export interface Account {
  readonly userId: string
  readonly organisationId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  /** The role of their organisation's own, which their other rights follow. */
  readonly customRoleId: number | null
  readonly permissions: readonly Permission[]
  readonly groups: readonly Group[]
  readonly status: UserStatus
  /** Whether they have ever been able to sign in: somebody who was invited has not until they follow the link. */
  readonly hasJoined: boolean
}

/**
 * A person's account, for an update by the administrators of their organisation and by the operator. It and the
 * settings of the organisation are locked until the transaction ends. Throws not_found for somebody whom the actor may
 * not find, forbidden for others, conflict for somebody who was erased.
 */
export async function getAccountToChange(
  tx: Tx,
  actor: Actor | SystemActor,
  userId: string,
): Promise<Account & MayChange> {
  const { organisationId } = await getAccountToSee(tx, actor, userId)
  await getOrganisationToChange(tx, actor, organisationId)
  return readAccount(tx, userId) as Promise<Account & MayChange>
}

/**
 * The first people of law firms that the person's organisation has added to the installation. Queries start here; for
 * its administrators.
 */
export const foundersOfFirms = (db: Reader, { organisationId }: Pick<Actor, 'organisationId'>) =>
  db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .innerJoin('organisation_links', (join) =>
      join
        .onRef('organisation_links.provider_id', '=', 'users.organisation_id')
        .on('organisation_links.customer_id', '=', organisationId),
    )
    .where('users.erased_at', 'is', null)
    .where(
      sql<SqlBool>`users.created_by in (select own.id from users own where own.organisation_id = ${organisationId})`,
    )

/** Whether somebody of the organisation has ever been able to sign in: it is administered by its own people then. */
export const hasPeople = (organisationId: string) =>
  sql<boolean>`exists (select 1 from users p where p.organisation_id = ${sql.ref(organisationId)}
    and (p.joined or p.status = 'Active'))`

/**
 * An account, for what is done with its invitation: like `getAccountToChange`, and for administrators of the
 * organisation that added a law firm as long as nobody of the firm has joined; forbidden from then on.
 */
export async function getInvitationToChange(
  tx: Tx,
  actor: Actor | SystemActor,
  userId: string,
): Promise<Account & MayChange> {
  if (actor.userId !== null && actor.role === 'Administrator') {
    const founder = await foundersOfFirms(tx, actor)
      .where('users.id', '=', userId)
      .select(['organisations.name', hasPeople('users.organisation_id').as('hasPeople')])
      .forNoKeyUpdate('organisations')
      .executeTakeFirst()
    if (founder?.hasPeople)
      throw forbidden(
        `People of ${founder.name} have joined. Ask one of its administrators to invite others.`,
      )
    if (founder) return readAccount(tx, userId) as Promise<Account & MayChange>
  }
  return getAccountToChange(tx, actor, userId)
}

/** An account, for an update by the person as well. Throws like `getAccountToChange`. */
export const getAccountToChangeOneself = (
  tx: Tx,
  actor: Actor | SystemActor,
  userId: string,
): Promise<Account & MayChange> =>
  actor.userId === userId
    ? (readAccount(tx, userId) as Promise<Account & MayChange>)
    : getAccountToChange(tx, actor, userId)

async function getAccountToSee(
  db: Reader,
  actor: Actor | SystemActor,
  userId: string,
): Promise<{ readonly organisationId: number } & MaySee> {
  const found = actor.userId === null ? db.selectFrom('users') : peopleVisibleTo(db, actor)
  const row = await found
    .where('users.id', '=', userId)
    .select('users.organisation_id as organisationId')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as { readonly organisationId: number } & MaySee
}

async function readAccount(tx: Tx, userId: string): Promise<Account> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select([
      'organisation_id',
      'email',
      'first_name',
      'last_name',
      'role',
      'custom_role_id',
      'permissions',
      'groups',
      'status',
    ])
    .select([
      sql<boolean>`(joined or status = 'Active')`.as('has_joined'),
      sql<boolean>`erased_at is not null`.as('erased'),
    ])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.erased) throw conflict('This person was erased. Nothing of their account can be changed any more.')
  return {
    userId,
    organisationId: row.organisation_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role as Role,
    customRoleId: row.custom_role_id,
    permissions: row.permissions as Permission[],
    groups: row.groups as Group[],
    status: row.status as UserStatus,
    hasJoined: row.has_joined,
  }
}
