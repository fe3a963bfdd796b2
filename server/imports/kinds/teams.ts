// Teams with their members as what rows of an import become.
import { createTeamWithin } from '../../identity/users/commands/create-team.ts'
import { deleteTeam } from '../../identity/users/commands/update-team.ts'
import type { ImportKind } from '../import-kind.ts'
import { eventsOn } from '../work/touched.ts'
import { membersOf, property } from './record-properties.ts'

/** Teams. */
export const importedTeams: ImportKind = {
  name: 'teams',
  label: 'Teams',
  features: [],
  properties: () =>
    Promise.resolve([
      property('name', 'Name', { required: true, also: ['team', 'team name', 'group'] }),
      property('description', 'Description'),
      property('members', 'Members', {
        type: 'people',
        also: ['people', 'users', 'member'],
        help: 'E-mail addresses with semicolons between them.',
      }),
      property('assignable', 'Records can be assigned to it', {
        type: 'truth',
        also: ['allow assignment'],
        help: 'Yes without one.',
      }),
    ]),
  inputNames: new Map(),
  keys: { own: 'name' },
  async make(making, row) {
    const { tx, actor, now } = making
    const memberIds = await membersOf(making, row, 'members')
    const allowAssignment = row.truth('assignable') ?? true
    row.refuse()
    const { organisationId } = actor
    const name = row.text('name') ?? ''
    const team = {
      organisationId,
      name,
      description: row.text('description') ?? null,
      allowAssignment,
      memberIds,
    }
    return createTeamWithin(tx, actor, team, now)
  },
  eventsOn: eventsOn('team'),
  remove: (app, actor, id) =>
    deleteTeam(app, actor, { organisationId: actor.organisationId, id: Number(id) }),
}
