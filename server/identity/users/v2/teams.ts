// v2 of teams: list, details, and updating them and their members.
import { answerList } from '../../../http/answer-list.ts'
import { namesV2 } from '../../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds, personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { respondWithList } from '../../../http/v2/list-response.ts'
import { skipSchemaValidation, listQueryOf, pageSchema } from '../../../http/v2/odata.ts'
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
  server.get(
    '/v2/teams',
    {
      config,
      ...skipSchemaValidation,
      schema: {
        summary: 'List teams',
        description: 'The teams of your organisation, filtered and sorted with OData.',
        querystring: listQueryOf({ select: true }),
        response: { 200: pageSchema(teamSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const actor = actorOf(request)
        return respondWithList(reading, request, {
          resource: { ...teamListing, properties: teamProperties },
          shownFrom: teamShownFrom,
          read: (asked) => listVisibleTeams(reading, actor, asked),
          count: (query) => countVisibleTeams(reading, actor, query),
          toV2: teamToV2,
        })
      }),
  )

  server.get(
    '/v2/teams/:teamId',
    {
      config,
      schema: {
        summary: 'Get a team',
        description: 'One team of your organisation, with its number of members.',
        params: pathIds('teamId'),
        response: { 200: teamSchema },
      },
    },
    async (request) => {
      const columns = columnsFor(teamShownFrom, null)
      return teamToV2(await getTeamRow(app, actorOf(request), idOf(request.params.teamId), columns))
    },
  )
}

const administer = { access: { right: 'administer' } } as const

const writeRoutes: RouteModule = (server, app) => {
  server.post(
    '/v2/teams',
    {
      config: { ...administer, documentedBodies: newTeamBody },
      schema: {
        summary: 'Create a team',
        description: 'In your own organisation. A name that another team has is 409.',
        response: { 201: Type.Object({ id: Type.Integer() }, { examples: [{ id: 12 }] }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const team = { ...newTeamFromV2(request.body), organisationId: actor.organisationId }
      const id = await createTeam(app, actor, team)
      return reply.code(201).header('location', `/v2/teams/${id}`).send({ id })
    },
  )

  server.patch(
    '/v2/teams/:teamId',
    {
      config: { ...administer, documentedBodies: teamChangesBody },
      schema: {
        summary: 'Update a team',
        description: 'Its name, its description, and whether records can be assigned to it.',
        params: pathIds('teamId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const changes = teamChangesFromV2(request.body)
      const actor = actorOf(request)
      await updateTeam(app, actor, teamOf(actor, request.params.teamId), changes)
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/teams/:teamId',
    {
      config: administer,
      schema: {
        summary: 'Delete a team',
        description: '409 while open matters or contracts are assigned to it, or types of them assign to it.',
        params: pathIds('teamId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      await deleteTeam(app, actor, teamOf(actor, request.params.teamId))
      return reply.code(204).send(null)
    },
  )
}

const teamOf = ({ organisationId }: Actor, text: string) => ({ organisationId, id: idOf(text) })

const memberRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/teams/:teamId/members',
    {
      config,
      ...skipSchemaValidation,
      schema: {
        summary: 'List the members of a team',
        description: 'As people of the directory, filtered and sorted with OData.',
        params: pathIds('teamId'),
        querystring: listQueryOf({ select: true }),
        response: { 200: pageSchema(userSchema) },
      },
    },
    (request) =>
      answerList(app, request, async (reading) => {
        const rows = await teamMemberRows(reading, actorOf(request), idOf(request.params.teamId))
        const listed = { properties: userProperties, collectionProperties: userCollections }
        const resource = { ...rows.listing, ...listed }
        return respondWithList(reading, request, {
          ...rows,
          resource,
          shownFrom: userShownFrom,
          toV2: userToV2,
        })
      }),
  )

  server.post(
    '/v2/teams/:teamId/members',
    {
      config: { ...administer, documentedBodies: teamMemberBody, inputNames: namesV2({ members: 'id' }) },
      schema: {
        operationId: 'addTeamMember',
        summary: 'Add a person to a team',
        description: 'Does nothing if they are already a member.',
        params: pathIds('teamId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const userId = teamMemberFromV2(request.body)
      const team = teamOf(actor, request.params.teamId)
      await addTeamMember(app, actor, team, userId)
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/teams/:teamId/members/:userId',
    {
      config: administer,
      schema: {
        summary: 'Remove a person from a team',
        description: 'They no longer see what is assigned to the team through it.',
        params: pathIds('teamId', 'userId'),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const team = teamOf(actor, request.params.teamId)
      await removeTeamMember(app, actor, team, personIdOf(request.params.userId))
      return reply.code(204).send(null)
    },
  )
}

export const teamRoutesV2: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes, memberRoutes]) routes(server, app)
}
