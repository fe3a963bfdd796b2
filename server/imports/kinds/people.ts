// People as what rows of an import become: those who are to be invited, and those who have left but own what they did.
import { roles } from '../../platform/actor.ts'
import { insertUser, userEvent } from '../../identity/users/commands/add-user.ts'
import { markAsLeft, removeUnjoined } from '../../identity/users/commands/imported-people.ts'
import type { ImportKind } from '../import-kind.ts'
import { property } from './record-properties.ts'

const statuses = ['Invited', 'Left'] as const

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
        help: 'Standard without one.',
      }),
      property('jobTitle', 'Job title', { also: ['title', 'position', 'job'] }),
      property('status', 'Status', {
        type: 'choice',
        choices: statuses,
        also: ['state', 'active'],
        help: 'Invited without one: no mail is sent, you send the invitations from the page of people. Left: the person cannot sign in, and can own what is imported.',
      }),
    ]),
  inputNames: new Map(),
  keys: { own: 'email' },
  async make({ tx, actor, now }, row) {
    const role = row.choice('role', roles) ?? 'Standard'
    const status = row.choice('status', statuses) ?? 'Invited'
    row.refuse()
    const { organisationId } = actor
    const jobTitle = row.text('jobTitle')
    const user = {
      organisationId,
      email: row.text('email') ?? '',
      firstName: row.text('firstName') ?? '',
      lastName: row.text('lastName') ?? '',
      role,
      ...(jobTitle === undefined ? {} : { jobTitle }),
    }
    const { id, email } = await insertUser(tx, user, { status: 'Invited', isUnsent: true, now, by: actor })
    if (status === 'Left') await markAsLeft(tx, id, now)
    return { id, events: [userEvent('user.created', user, { id, email })] }
  },
  remove: removeUnjoined,
}
