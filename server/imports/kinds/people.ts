// People as what rows of an import become: those who are to be invited, and those who have left but own what they did.
import { roles } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { insertUser, userEvent } from '../../identity/users/commands/add-user.ts'
import { markAsLeft, removeUnjoined } from '../../identity/users/commands/imported-people.ts'
import { addTeamMemberWithin } from '../../identity/users/commands/update-team.ts'
import {
  givenBy,
  givenByRole,
  type GivenRole,
  readCustomRoles,
} from '../../identity/users/roles/custom-role.ts'
import type { Making, ImportKind } from '../import-kind.ts'
import type { Row } from '../work/row.ts'
import { eventsOnPerson } from '../work/touched.ts'
import { property } from './record-properties.ts'

const statuses = ['Invited', 'Left'] as const

/** What the role of a row gives: one of the organisation's own by its name, or one that every organisation has. */
async function roleOf({ tx, actor, lookups }: Making, row: Row): Promise<GivenRole> {
  const own = await lookups.kept('custom roles', () => readCustomRoles(tx, actor.organisationId))
  const name = row.choice('role', [...own.map((role) => role.name), ...roles])
  const found = own.find((role) => role.name === name)
  return found ? givenBy(found) : givenByRole(roles.find((role) => role === name) ?? 'Standard')
}

/** People of the organisation. */
export const importedPeople: ImportKind = {
  name: 'people',
  label: 'People',
  features: [],
  properties: () =>
    Promise.resolve([
      property('email', 'E-mail', {
        required: true,
        also: ['mail', 'email address', 'e-mail address', 'login', 'user name'],
      }),
      property('firstName', 'First name', { required: true, also: ['given name', 'forename', 'first'] }),
      property('lastName', 'Last name', { required: true, also: ['surname', 'family name', 'last'] }),
      property('role', 'Role', {
        type: 'choice',
        choices: roles,
        also: ['user role', 'type'],
        help: "Standard without one. One of the organisation's own roles by its name.",
      }),
      property('jobTitle', 'Job title', { also: ['title', 'position', 'job'] }),
      property('department', 'Department', { type: 'name', also: ['division', 'unit'] }),
      property('teams', 'Teams', {
        also: ['team', 'member of'],
        help: 'By name, with semicolons between them. Who has left is in none.',
      }),
      property('status', 'Status', {
        type: 'choice',
        choices: statuses,
        also: ['state', 'active'],
        help: 'Invited without one: no mail is sent, you send the invitations from the page of people. Left: the person cannot sign in, and can own what is imported.',
      }),
    ]),
  inputNames: new Map(),
  keys: { own: 'email' },
  async make(making, row) {
    const { tx, actor, now, lookups } = making
    const given = await roleOf(making, row)
    const departmentId = await row.meant(
      'department',
      (name) => lookups.named('department', name),
      'the name of a department',
    )
    const teamIds = await row.eachMeant('teams', (name) => lookups.named('team', name), 'names of teams')
    const status = row.choice('status', statuses) ?? 'Invited'
    // an invitation of an administrator asks for a fresh proof, which a run in the background cannot
    if (given.role === 'Administrator' && status !== 'Left')
      row.wrong('role', 'must be another one: administrators are invited one by one, on the page People.')
    row.refuse()
    const { organisationId } = actor
    const jobTitle = row.text('jobTitle')
    const user = {
      organisationId,
      email: row.text('email') ?? '',
      firstName: row.text('firstName') ?? '',
      lastName: row.text('lastName') ?? '',
      ...given,
      ...(jobTitle === undefined ? {} : { jobTitle }),
      ...(departmentId === undefined ? {} : { departmentId }),
    }
    const { id, email } = await insertUser(tx, user, { status: 'Invited', isUnsent: true, now, by: actor })
    const events: DomainEvent[] = [userEvent('user.created', user, { id, email })]
    if (status === 'Left') await markAsLeft(tx, id, now)
    else
      for (const teamId of teamIds)
        events.push(...(await addTeamMemberWithin(tx, making, { organisationId, id: teamId }, id)))
    return { id, events }
  },
  eventsOn: eventsOnPerson,
  remove: removeUnjoined,
}
