// v2 of teams: list, details, and updating them and their members.
import { namesV2 } from '../../../http/input-names.ts'
import Type from 'typebox'
import { idOf, personIdOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { columnsFor } from '../../../http/v2/shown-columns.ts'
import type { Actor } from '../../../platform/actor.ts'
import { addTeamMember, updateTeam, deleteTeam, removeTeamMember } from '../commands/update-team.ts'
import { createTeam } from '../commands/create-team.ts'
import {
  countVisibleTeams,
  getTeamRow,
  listVisibleTeams,
  teamListing,
  teamMemberRows,
} from '../list-teams.ts'
import {
  newTeamBody,
  newTeamFromV2,
  teamChangesBody,
  teamChangesFromV2,
  teamMemberBody,
  teamMemberFromV2,
  teamProperties,
  teamSchema,
  teamShownFrom,
  teamToV2,
} from './teams.wire.ts'
import { userCollections, userProperties, userSchema, userShownFrom, userToV2 } from './users.wire.ts'

const config = { access: { right: 'use' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/teams', {
    config,
    summary: 'List teams',
    description:
      'The teams of your organisation, filtered and sorted with OData. `$orderby=Place,Name` lists them in the order that administrators have put them in.',
    item: teamSchema,
    properties: teamProperties,
    columns: teamShownFrom,
    rows: (reading, actor) => ({
      listing: teamListing,
      read: (asked) => listVisibleTeams(reading, actor, asked),
      count: (query) => countVisibleTeams(reading, actor, query),
    }),
    toV2: teamToV2,
  })

  onGet(server, '/v2/teams/:teamId', {
    config,
    summary: 'Get a team',
    description: 'One team of your organisation, with its number of members.',
    returns: teamSchema,
    handler: async (request, reply) => {
      const columns = [...columnsFor(teamShownFrom, null), 'version']
      const row = await getTeamRow(app, actorOf(request), idOf(request.params.teamId), columns)
      reply.header('etag', etagOf(Number(row['version'])))
      return teamToV2(row)
    },
  })
}

const administer = { access: { right: 'administer' } } as const

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/teams', {
    config: { ...administer, documentedBodies: newTeamBody },
    summary: 'Create a team',
    description: 'In your own organisation. A name that another team has is 409.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 12 }] }),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const team = { ...newTeamFromV2(request.body), organisationId: actor.organisationId }
      const id = await createTeam(app, actor, team)
      reply.header('location', `/v2/teams/${id}`)
      return { id }
    },
  })

  onPatch(server, '/v2/teams/:teamId', {
    config: { ...administer, ifMatch: true, documentedBodies: teamChangesBody },
    summary: 'Update a team',
    description: 'Its name, its description, and whether records can be assigned to it.',
    handler: async (request) => {
      const changes = teamChangesFromV2(request.body)
      const actor = actorOf(request)
      const checkVersion = versionCheck(request)
      await updateTeam(app, actor, { ...teamOf(actor, request.params.teamId), checkVersion }, changes)
    },
  })

  onDelete(server, '/v2/teams/:teamId', {
    config: administer,
    summary: 'Delete a team',
    description: '409 while open matters or contracts are assigned to it, or types of them assign to it.',
    handler: async (request) => {
      const actor = actorOf(request)
      await deleteTeam(app, actor, teamOf(actor, request.params.teamId))
    },
  })
}

const teamOf = ({ organisationId }: Actor, text: string) => ({ organisationId, id: idOf(text) })

const memberRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/teams/:teamId/members', {
    config,
    summary: 'List the members of a team',
    description: 'As people of the directory, filtered and sorted with OData.',
    item: userSchema,
    properties: userProperties,
    collectionProperties: userCollections,
    columns: userShownFrom,
    rows: (reading, actor, request) => teamMemberRows(reading, actor, idOf(request.params.teamId)),
    toV2: userToV2,
  })

  onPost(server, '/v2/teams/:teamId/members', {
    config: { ...administer, documentedBodies: teamMemberBody, inputNames: namesV2({ members: 'id' }) },
    operationId: 'addTeamMember',
    summary: 'Add a person to a team',
    description:
      'Does nothing if they are already a member. 403 for yourself if records are assigned to the team, types assign them to it, or it decides on approvals: nobody widens themselves.',
    handler: async (request) => {
      const actor = actorOf(request)
      const userId = teamMemberFromV2(request.body)
      const team = teamOf(actor, request.params.teamId)
      await addTeamMember(app, actor, team, userId)
    },
  })

  onDelete(server, '/v2/teams/:teamId/members/:userId', {
    config: administer,
    summary: 'Remove a person from a team',
    description: 'They no longer see what is assigned to the team through it.',
    handler: async (request) => {
      const actor = actorOf(request)
      const team = teamOf(actor, request.params.teamId)
      await removeTeamMember(app, actor, team, personIdOf(request.params.userId))
    },
  })
}

export const teamRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes, memberRoutes]) routes(server, app)
}
