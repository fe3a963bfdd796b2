// The actions of `chancery user`. Separate from the command definition, so that --help loads none of it.
import type { Group, Role } from '../../../platform/actor.ts'
import {
  type Organisation,
  type OrganisationType,
  listOrganisations,
} from '../../../identity/organisations/organisation.ts'
import { createBuiltInFields } from '../../../fields/commands/create-built-in-fields.ts'
import { createOrganisation } from '../../../identity/organisations/commands/create-organisation.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { setUserPassword } from '../../../identity/sessions/set-password.ts'
import { resetFactors } from '../../../identity/sessions/second-factor/reset-factors.ts'
import { inviteUser } from '../../../identity/sessions/invite-user.ts'
import { hashPassword, passwordMistake } from '../../../identity/sessions/passwords.ts'
import { ownsAddress } from '../../../identity/users/email-addresses.ts'
import { addUser } from '../../../identity/users/commands/add-user.ts'
import { type ErasureCertificate, erasePerson } from '../../../identity/users/erasure/erase-person.ts'
import {
  addInstallationAdministrator,
  removeInstallationAdministrator,
} from '../../../identity/users/installation-administrators.ts'
import { emailKey } from '../../../identity/users/user.ts'
import { endIntegrationsOf } from '../../../identity/oauth/commands/end-access.ts'
import { updateUserStatus } from '../../../identity/oauth/commands/update-user-status.ts'
import { askForPassword } from '../ask.ts'
import { withApp } from '../installation.ts'

/** The options of `user add`, as given on the command line. */
export interface AddOptions {
  readonly name: string
  readonly role: Role
  readonly organisation?: string
  readonly newOrganisation?: string
  readonly type: OrganisationType
  readonly timeZone: string
  readonly group: readonly Group[]
  readonly password: boolean
  readonly invite?: true
}

/** The actor for commands run by the operator. */
export const operator = systemActor('operator')

export interface ListedUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly status: string
  readonly organisation: string
}

/** The users of the installation, or of one organisation. */
export async function listUsers(app: App, organisation?: string): Promise<readonly ListedUser[]> {
  const of = organisation === undefined ? undefined : await findOrganisation(app, organisation)
  const rows = await app.db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .$if(of !== undefined, (query) => query.where('users.organisation_id', '=', of?.id ?? 0))
    .select([
      'users.id',
      'email',
      'first_name',
      'last_name',
      'role',
      'status',
      'organisations.name as organisation',
    ])
    .orderBy('organisations.id')
    .orderBy('email_key')
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    name: `${first_name} ${last_name}`.trim(),
  }))
}

/** Adds a user, and their organisation if a new one is requested. */
export async function addPerson(
  email: string,
  options: AddOptions,
): Promise<{ readonly organisation: string }> {
  if ((options.organisation === undefined) === (options.newOrganisation === undefined)) {
    throw new Error(
      'Specify the organisation: --organisation for an existing one, --new-organisation to create one.',
    )
  }
  const password =
    options.password && !options.invite ? await askForPassword(`Password of ${email}`) : undefined
  const organisationName = options.newOrganisation ?? options.organisation ?? ''
  const details = { email, lastName: options.name, organisation: organisationName }
  const mistake = password === undefined ? undefined : await passwordMistake(password, details)
  if (mistake !== undefined) throw new Error(mistake)
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return withApp(async (app) => {
    // checked first: an organisation without its user would have to be removed manually
    if (await hasJoined(app, email)) throw new Error(`There is already a user with the address ${email}.`)
    const organisation = await organisationFor(app, options)
    const [lastName = '', ...first] = options.name.trim().split(/\s+/).toReversed()
    const person = {
      organisationId: organisation.id,
      email,
      firstName: first.toReversed().join(' '),
      lastName,
      role: options.role,
      groups: options.group,
    }
    if (options.invite) await inviteUser(app, operator, person)
    else await addUser(app, operator, { ...person, ...(passwordHash === undefined ? {} : { passwordHash }) })
    return { organisation: organisation.name }
  })
}

/** Disables or enables the user with this address; returns whether anything changed. */
export async function setStatus(app: App, email: string, status: 'Active' | 'Disabled'): Promise<boolean> {
  return updateUserStatus(app, operator, { userId: await getUserIdByEmail(app, email), status })
}

/** Removes the second factor of the user with this address; returns whether there was one. */
export async function resetSecondFactor(app: App, email: string): Promise<boolean> {
  return resetFactors(app, operator, await getUserIdByEmail(app, email))
}

/** Lets the user with this address administer the installation, or no longer; returns whether anything changed. */
export async function setInstallationAdministrator(app: App, email: string, is: boolean): Promise<boolean> {
  const set = is ? addInstallationAdministrator : removeInstallationAdministrator
  return set(app, operator, await getUserIdByEmail(app, email))
}

/** Erases the disabled user with this address; returns the certificate. */
export async function eraseUser(app: App, email: string, reason: string): Promise<ErasureCertificate> {
  return erasePerson(app, operator, { userId: await getUserIdByEmail(app, email), reason })
}

/** Asks for a password and sets it for the user with this address; optionally ends the access of their integrations. */
export async function changePassword(
  email: string,
  { endIntegrations = false }: { readonly endIntegrations?: boolean },
): Promise<void> {
  const password = await askForPassword(`New password of ${email}`)
  await withApp(async (app) =>
    setUserPassword(app, operator, {
      userId: await getUserIdByEmail(app, email),
      password,
      ...(endIntegrations ? { alsoEnd: endIntegrationsOf } : {}),
    }),
  )
}

/** The user's id by address; throws a readable error if there is none. */
export async function getUserIdByEmail(app: App, email: string): Promise<string> {
  const id = await findUserId(app, email)
  if (!id)
    throw new Error(
      `There is no user with the address ${email}. "node bin/chancery.mjs user list" shows all of them.`,
    )
  return id
}

async function hasJoined(app: App, email: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('users')
    .where('users.email_key', '=', emailKey(email))
    .where(ownsAddress)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

/** The user with this address, preferring one who has joined to one who is only invited. Undefined if there is none. */
export async function findUserId(app: App, email: string): Promise<string | undefined> {
  const row = await app.db
    .selectFrom('users')
    .where('email_key', '=', emailKey(email))
    .select('id')
    .orderBy('joined', 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** The organisation by name, ignoring case, or by id; throws a readable error if it does not identify exactly one. */
export async function findOrganisation(app: App, nameOrId: string): Promise<Organisation> {
  const all = await listOrganisations(app.db)
  const found = all.filter(
    ({ id, name }) => String(id) === nameOrId || name.toLowerCase() === nameOrId.trim().toLowerCase(),
  )
  const [only] = found
  if (only && found.length === 1) return only
  const names = all.map(({ id, name }) => `${id} ${name}`).join(', ')
  throw new Error(
    found.length > 1
      ? `Several organisations are called "${nameOrId}": use the number (${names}).`
      : `There is no organisation "${nameOrId}". There are: ${names || 'none yet'}.`,
  )
}

async function organisationFor(app: App, options: AddOptions): Promise<Pick<Organisation, 'id' | 'name'>> {
  if (options.organisation !== undefined) return findOrganisation(app, options.organisation)
  const { newOrganisation: name = '', type, timeZone } = options
  const taken = (await listOrganisations(app.db)).find(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  )
  if (taken) {
    throw new Error(
      `There is already an organisation ${taken.name}: add to it with --organisation ${taken.id}.`,
    )
  }
  const id = await createOrganisation(app, operator, { name, type, timeZone })
  if (type === 'Customer') await createBuiltInFields(app, operator, id)
  return { id, name }
}
