// v2 of what people hold, for administrators: showing it, handing it over, and giving it back; and of what they may do.
import { idOf, personIdOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost } from '../../http/routes.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import { endHandover, handOverHoldings } from '../commands/hand-over.ts'
import { listHoldings } from '../holdings.ts'
import { previewHandover } from '../preview-handover.ts'
import { countVisibleRecords } from '../visible-records.ts'
import { listHandovers } from '../list-handovers.ts'
import { addAbilityRoutes } from './abilities.ts'
import {
  handedOverSchema,
  handedOverToV2,
  handoverPreviewSchema,
  handoverPreviewToV2,
  handoversSchema,
  handoverToV2,
  holdingsSchema,
  newHandoverBody,
  newHandoverFromV2,
  visibleRecordsSchema,
} from './handover.wire.ts'

const config = { access: { right: 'administer' } } as const

export const handoverRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/users/:userId/holdings', {
    config,
    summary: 'List what a person holds',
    description:
      'What has the name of a person of your organisation: records that they own or manage, open tasks, approvals that wait for them, key dates that are not done, saved views. `isSole` says what nobody else is responsible for. Of what you may not see there are the ids only.',
    returns: holdingsSchema,
    handler: async (request) => {
      const { items, complete } = await listHoldings(app, actorOf(request), personIdOf(request.params.userId))
      return { items: items.map((item) => ({ ...item })), complete }
    },
  })

  onGet(server, '/v2/users/:userId/visibleRecords', {
    config,
    operationId: 'countVisibleRecords',
    summary: 'Count the records that a person may see',
    description:
      'Of each kind: how many their own lists have, and how many your organisation has. None for somebody who is disabled.',
    returns: visibleRecordsSchema,
    handler: async (request) => {
      const items = await countVisibleRecords(app, actorOf(request), personIdOf(request.params.userId))
      return { items: items.map((item) => ({ ...item })) }
    },
  })

  onGet(server, '/v2/users/:userId/handovers', {
    config,
    summary: 'List handovers that go back',
    description:
      'What was handed over until a day that is not over yet, and what was handed over for good within the last day.',
    returns: handoversSchema,
    handler: async (request) => {
      const found = await listHandovers(app, actorOf(request), personIdOf(request.params.userId))
      const people = await peopleByIds(
        app.db,
        found.map(({ to }) => to),
      )
      return { items: found.map((one) => handoverToV2(one, people)) }
    },
  })

  onPost(server, '/v2/users/:userId/handovers', {
    config: { ...config, documentedBodies: newHandoverBody },
    operationId: 'handOver',
    summary: 'Hand over what a person holds',
    description:
      'To another active person of your organisation: all of it, everything of some kinds, or single things, of what `GET …/holdings` lists; 1,000 of each kind at once. They become a member of the records. With a last day, what they still hold goes back after it, and they decide on approvals as a delegate until then. Approvals that the other person owns the contract of, asked for or is asked for already stay where they are. To yourself only with a reason, of which the person is notified, and without what is on restricted records that you are not on.',
    returns: handedOverSchema,
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      return handedOverToV2(
        await handOverHoldings(app, actorOf(request), userId, newHandoverFromV2(request.body)),
      )
    },
  })

  onPost(server, '/v2/users/:userId/handovers/preview', {
    config: { ...config, documentedBodies: newHandoverBody },
    operationId: 'previewHandover',
    summary: 'Preview a handover',
    description:
      'What `POST …/handovers` would do with the same body: what the other person would get, what would stay and why, and what of the rest nobody else would be responsible for or could open. Nothing is handed over.',
    returns: handoverPreviewSchema,
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      const asked = newHandoverFromV2(request.body)
      return handoverPreviewToV2(await previewHandover(app, actorOf(request), userId, asked))
    },
  })

  onDelete(server, '/v2/users/:userId/handovers/:handoverId', {
    config,
    operationId: 'endHandover',
    summary: 'End a handover, or take it back',
    description:
      'One with a last day before it; one for good within a day. What the other person still holds of it goes back; approvals that were handed on for good stay with them. 409 for somebody who is disabled: enable them first.',
    handler: (request) =>
      endHandover(app, actorOf(request), personIdOf(request.params.userId), idOf(request.params.handoverId)),
  })

  addAbilityRoutes(server, app)
}
