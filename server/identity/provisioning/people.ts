// People as an identity provider keeps them: listed, added, changed and removed within its organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Catalogue, Column, Filter } from '../../platform/lists/list-query.ts'
import { conditionOf } from '../../platform/lists/filter-sql.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { insertUser, userEvent } from '../users/commands/add-user.ts'
import { updateProfile } from '../users/commands/update-profile.ts'
import { domainOf } from '../users/email-addresses.ts'
import { emailKey } from '../users/user.ts'
import { updateUserStatus } from '../oauth/commands/update-user-status.ts'
import { type Provider } from './provider.ts'
import { ScimRefusal } from './scim-refusal.ts'

export interface ProvisionedPerson {
  readonly id: string
  readonly externalId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string | null
  readonly active: boolean
  /** Why the provider cannot enable them; null where it can. */
  readonly inactiveBecause: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}

const text = (column: string, nullable = false): Column => ({ kind: 'text', nullable, sql: sql.ref(column) })

/** What lists of people can be filtered by. */
const catalogue: Catalogue = {
  id: { kind: 'text', nullable: false, sql: sql`users.id::text` },
  email: text('users.email'),
  firstName: text('users.first_name'),
  lastName: text('users.last_name'),
  fullName: { kind: 'text', nullable: false, sql: sql`users.first_name || ' ' || users.last_name` },
  title: text('users.job_title', true),
  externalId: text('provisioned_users.external_id', true),
  active: { kind: 'boolean', nullable: false, sql: sql`users.status in ('Active', 'Invited', 'Pending')` },
  createdAt: { kind: 'moment', nullable: false, sql: sql.ref('users.created_at') },
  updatedAt: { kind: 'moment', nullable: false, sql: sql.ref('users.updated_at') },
}

// not through access.ts: the provider speaks for the organisation, and sees its people alone
const peopleOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('users')
    .leftJoin('provisioned_users', 'provisioned_users.user_id', 'users.id')
    .where('users.organisation_id', '=', organisationId)
    .where('users.erased_at', 'is', null)
    .where((eb) =>
      eb.or([eb('provisioned_users.removed_at', 'is', null), eb('users.status', '!=', 'Disabled')]),
    )

const columns = [
  'users.id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.job_title',
  'users.status',
  'users.disabled_by_provider',
  'users.created_at',
  'users.updated_at',
  'provisioned_users.external_id',
  sql<{ id: number; name: string }[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
    from scim_group_members m join scim_groups g on g.organisation_id = m.organisation_id and g.id = m.group_id
    where m.user_id = users.id and m.organisation_id = users.organisation_id), '[]')`.as('groups'),
] as const

type Row = Awaited<ReturnType<typeof readOne>>

const readOne = (db: Reader, organisationId: number, id: string) =>
  peopleOf(db, organisationId)
    .where('users.id', '=', id)
    .select([...columns])
    .executeTakeFirst()

const personOf = (provider: Provider, row: NonNullable<Row>): ProvisionedPerson => ({
  id: row.id,
  externalId: row.external_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  title: row.job_title,
  active: row.status !== 'Disabled' && row.status !== 'LockedOut',
  inactiveBecause: whyInactive(row, provider) ?? null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  groups: row.groups,
})

interface Page {
  readonly filter: Filter | undefined
  readonly skip: number
  readonly take: number
}

/** A page of the people of the provider's organisation, and how many there are. */
export async function listPeople(
  db: Reader,
  provider: Provider,
  { filter, skip, take }: Page,
): Promise<{ readonly total: number; readonly people: readonly ProvisionedPerson[] }> {
  const found = () => {
    const all = peopleOf(db, provider.organisationId)
    return filter ? all.where(conditionOf(filter, catalogue)) : all
  }
  const counted = await found().select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows =
    take === 0
      ? []
      : await found()
          .orderBy('users.id')
          .offset(skip)
          .limit(take)
          .select([...columns])
          .execute()
  return { total: counted.count, people: rows.map((row) => personOf(provider, row)) }
}

/** A person of the provider's organisation. Throws a refusal with 404. */
export async function getPerson(db: Reader, provider: Provider, id: string): Promise<ProvisionedPerson> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  const row = isId ? await readOne(db, provider.organisationId, id) : undefined
  if (!row) throw new ScimRefusal(404, 'There is no such person in this organisation.')
  return personOf(provider, row)
}

/** What a provider says of a person. */
export interface PersonState {
  readonly email: string
  readonly externalId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly title: string | null
  readonly active: boolean
}

/**
 * Adds a person, who can sign in at once at the organisation's identity provider; one whom the provider removed comes
 * back. Throws a refusal: 409 if the organisation has somebody with this address, 400 if its domain is not one of the
 * organisation.
 */
export async function addPerson(app: App, provider: Provider, state: PersonState): Promise<string> {
  const { organisationId, actor } = provider
  await checkOwnDomain(app.db, organisationId, state.email)
  const known = await app.db
    .selectFrom('users')
    .leftJoin('provisioned_users', 'provisioned_users.user_id', 'users.id')
    .where('users.organisation_id', '=', organisationId)
    .where('email_key', '=', emailKey(state.email))
    .select(['users.id', 'users.status', 'provisioned_users.removed_at'])
    .executeTakeFirst()
  if (known?.removed_at && known.status === 'Disabled') {
    await updatePerson(app, provider, known.id, { ...state, insists: true })
    return known.id
  }
  if (known)
    throw new ScimRefusal(409, `There is somebody with the address ${state.email} already.`, 'uniqueness')
  const id = await change(app, actor, async (tx, now) => {
    const user = {
      organisationId,
      email: state.email,
      firstName: state.firstName,
      lastName: state.lastName,
      role: 'Standard',
      ...(state.title === null ? {} : { jobTitle: state.title }),
    } as const
    const added = await insertUser(tx, user, { status: 'Active', now, by: actor })
    await noteProvisioned(tx, { id: added.id, externalId: state.externalId, now })
    return { result: added.id, events: [userEvent('user.created', user, added)] }
  })
  if (!state.active)
    await updateUserStatus(app, actor, { userId: id, status: 'Disabled', byToken: provider.tokenId })
  return id
}

// an address elsewhere would be taken from whom it belongs to
async function checkOwnDomain(db: Reader, organisationId: number, email: string): Promise<void> {
  const own = await db
    .selectFrom('mail_domains')
    .where('organisation_id', '=', organisationId)
    .where('domain', '=', domainOf(email))
    .select('domain')
    .executeTakeFirst()
  if (own) return
  throw new ScimRefusal(
    400,
    `userName has to be an address in a mail domain of the organisation; ${domainOf(email)} is none.`,
    'invalidValue',
  )
}

async function noteProvisioned(
  tx: Tx,
  { id, externalId, now }: { readonly id: string; readonly externalId: string | null; readonly now: Date },
): Promise<void> {
  const values = { external_id: externalId, removed_at: null, updated_at: now }
  await tx
    .insertInto('provisioned_users')
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Why the provider does not enable somebody; undefined if it does. */
function whyInactive(
  row: { readonly id: string; readonly status: string; readonly disabled_by_provider: boolean },
  { makers }: Provider,
): string | undefined {
  if (row.status !== 'Disabled' || (row.disabled_by_provider && !makers.includes(row.id))) return undefined
  return row.disabled_by_provider
    ? 'The token in use was made by this person, or is looked after by them, and never enables them. An administrator enables them on the page of the person.'
    : 'An administrator has disabled this person. They stay so until an administrator enables them on the page of the person.'
}

interface ChangedPerson extends PersonState {
  /** Whether to refuse who cannot be enabled; otherwise everything else is stored, and the answer shows what is. */
  readonly insists: boolean
}

/**
 * Makes a person as the provider says. Who is no longer active is out at once, in every process: sessions, tokens and
 * links end. Who was disabled by a person stays so. Throws a refusal for another address, by which people sign in, and,
 * where it insists, for somebody whom it does not enable; conflict for the last administrator.
 */
export async function updatePerson(
  app: App,
  provider: Provider,
  id: string,
  { insists, ...state }: ChangedPerson,
): Promise<void> {
  const { actor, tokenId } = provider
  const before = await app.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'email_key', 'status', 'disabled_by_provider'])
    .executeTakeFirstOrThrow()
  if (emailKey(state.email) !== before.email_key) {
    throw new ScimRefusal(
      400,
      'userName cannot be changed: it is what the person signs in with.',
      'invalidValue',
    )
  }
  const why = state.active ? whyInactive(before, provider) : undefined
  if (why !== undefined && insists) throw new ScimRefusal(409, why)
  const wasActive = before.status !== 'Disabled' && before.status !== 'LockedOut'
  // first, so that nothing else keeps somebody in
  if (wasActive && !state.active) {
    await updateUserStatus(app, actor, { userId: id, status: 'Disabled', byToken: tokenId })
  }
  await updateProfile(app, actor, id, {
    firstName: state.firstName,
    lastName: state.lastName,
    jobTitle: state.title,
  })
  await change(app, actor, async (tx, now) => {
    await noteProvisioned(tx, { id, externalId: state.externalId, now })
    return { result: undefined, events: [] }
  })
  if (!wasActive && state.active && why === undefined)
    await updateUserStatus(app, actor, { userId: id, status: 'Active' })
}

/**
 * The provider no longer has the person: they are disabled, leave its groups, and are not shown to it any more. Records
 * that name them stay. Throws conflict for the last administrator.
 */
export async function removePerson(app: App, provider: Provider, id: string): Promise<void> {
  const { actor, organisationId } = provider
  await getPerson(app.db, provider, id)
  await updateUserStatus(app, actor, { userId: id, status: 'Disabled', byToken: provider.tokenId })
  await change(app, actor, async (tx, now) => {
    await noteProvisioned(tx, { id, externalId: null, now })
    await tx.updateTable('provisioned_users').set({ removed_at: now }).where('user_id', '=', id).execute()
    await tx
      .deleteFrom('scim_group_members')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', id)
      .execute()
    return { result: undefined, events: [] }
  })
}
