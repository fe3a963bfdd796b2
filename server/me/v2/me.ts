// v2 of the caller's own things: who they are, preferences, what waits for them, recents and favourites.
import { kindNames, kinds, type RecordType } from '../../records/kinds.ts'
import { idOf, pathParameters } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPut } from '../../http/routes.ts'
import { itemsSchema } from '../../http/v2/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { listRecents } from '../../recents/list-recents.ts'
import { changePreferences } from '../commands/change-preferences.ts'
import { addFavourite, removeFavourite } from '../commands/set-favourite.ts'
import { listFavourites } from '../favourites.ts'
import { getMe, ownPreferences } from '../me.ts'
import { listWork } from '../work.ts'
import {
  favouriteSchema,
  favouriteToV2,
  meSchema,
  meToV2,
  preferenceChangesBody,
  preferenceChangesFromV2,
  preferencesSchema,
  recentSchema,
  recentToV2,
  workSchema,
  workToV2,
} from './me.wire.ts'

const config = { access: { right: 'use' } } as const

const aboutMe: RouteModule = (server, app) => {
  onGet(server, '/v2/me', {
    config,
    summary: 'Get yourself',
    description: 'Who you are, what you may do, which features your organisation has, and your preferences.',
    returns: meSchema,
    handler: async (request) => meToV2(await getMe(app, actorOf(request))),
  })

  onPatch(server, '/v2/me/preferences', {
    config: { ...config, documentedBodies: preferenceChangesBody },
    summary: 'Change your preferences',
    description:
      'A merge patch: what is absent is kept, null is the default again. `notify` says for each kind of notification whether it comes at all, in the app only, by mail at once or in the daily mail.',
    returns: preferencesSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      await changePreferences(app, actor, preferenceChangesFromV2(request.body))
      return ownPreferences(app, actor)
    },
  })

  onGet(server, '/v2/me/work', {
    config,
    summary: 'List what waits for you',
    description:
      'Open tasks assigned to you, approvals you were asked for, questions about your requests, scopes to accept, matters in intake and invoices to review if you manage them, and key dates until 30 days from now that you own, or that have no owner on a contract that you own, and that are not done. Approvals and scopes come first, then what is yours, what is due first at the top; what anybody may take on (invoices, intake) comes last. A hundred of each kind at most.',
    returns: itemsSchema(workSchema),
    handler: async (request) => ({ items: (await listWork(app, actorOf(request))).map(workToV2) }),
  })

  onGet(server, '/v2/me/recents', {
    config: { ...config, listsRecents: true },
    summary: 'List what you viewed last',
    description: 'Matters, contracts and files that you still see, the last one first: twenty.',
    returns: itemsSchema(recentSchema),
    handler: async (request) => ({ items: (await listRecents(app, actorOf(request), 20)).map(recentToV2) }),
  })
}

const params = pathParameters({ type: 'text', id: 'int32' })

// also as the lists of favourites and recents call them
const types = new Map(
  kindNames.flatMap((kind) =>
    [kind, kinds[kind].many].map((word): [string, RecordType] => [word, kinds[kind].type]),
  ),
)

/** The record that the path names; not_found for other types. */
function recordOf({ type, id }: { readonly type: string; readonly id: string }) {
  const kind = types.get(type.toLowerCase())
  if (!kind) throw notFound()
  return { kind, id: idOf(id) }
}

const favourites: RouteModule = (server, app) => {
  onGet(server, '/v2/me/favourites', {
    config,
    summary: 'List your favourites',
    description: 'The matters and contracts that you keep at hand and still see, the latest first.',
    returns: itemsSchema(favouriteSchema),
    handler: async (request) => ({ items: (await listFavourites(app, actorOf(request))).map(favouriteToV2) }),
  })

  onPut(server, '/v2/me/favourites/:type/:id', {
    config,
    summary: 'Add a favourite',
    description:
      '`type` is matters or contracts; Matter and Contract, as the list says, are understood. Does nothing if it is one already. 200 at most.',
    params,
    handler: (request) => addFavourite(app, actorOf(request), recordOf(request.params)),
  })

  onDelete(server, '/v2/me/favourites/:type/:id', {
    config,
    summary: 'Remove a favourite',
    description: 'Does nothing if it is none.',
    params,
    handler: (request) => removeFavourite(app, actorOf(request), recordOf(request.params)),
  })
}

export const meRoutes: RouteModule = (server, app) => {
  for (const routes of [aboutMe, favourites]) routes(server, app)
}
