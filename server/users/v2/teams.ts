// v2 of teams: list, details.
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { answerList } from '../../http/v2/list-answer.ts'
import { judgedByHand, listQueryOf, pageSchema } from '../../http/v2/odata.ts'
import { columnsFor } from '../../http/v2/shown-columns.ts'
import { countVisibleTeams, getTeamRow, listVisibleTeams, teamListing } from '../team-listing.ts'
import { teamProperties, teamSchema, teamShownFrom, teamToV2 } from './teams.wire.ts'

const config = { access: { right: 'use' } } as const

export const teamRoutesV2: RouteModule = (server, app) => {
  server.get(
    '/v2/teams',
    {
      config,
      ...judgedByHand,
      schema: {
        summary: 'List teams',
        description: 'The teams of your organisation, filtered and sorted with OData.',
        querystring: listQueryOf({ select: true }),
        response: { 200: pageSchema(teamSchema) },
      },
    },
    (request) => {
      const actor = actorOf(request)
      return answerList(app, request, {
        resource: { ...teamListing, properties: teamProperties },
        shownFrom: teamShownFrom,
        read: (asked) => listVisibleTeams(app, actor, asked),
        count: (query) => countVisibleTeams(app, actor, query),
        toV2: teamToV2,
      })
    },
  )

  server.get(
    '/v2/teams/:teamId',
    {
      config,
      schema: {
        summary: 'Read a team',
        description: 'One team of your organisation, with how many members it has.',
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
