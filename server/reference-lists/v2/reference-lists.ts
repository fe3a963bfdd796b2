// v2 of the lists that people choose from, for administrators: how often each entry is used, in which order they are,
// and replacing one by another. Adding, renaming and deleting entries are calls of their nouns.
import { idOf } from '../../http/ids.ts'
import { namesV2 } from '../../http/input-names.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost, onPut } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { placeEntry } from '../commands/place-entry.ts'
import { replaceEntry } from '../commands/replace-entry.ts'
import { findDuplicates } from '../find-duplicates.ts'
import { entryRows } from '../list-entries.ts'
import { listLists } from '../list-lists.ts'
import { getList } from '../reference-list.ts'
import { showUses } from '../show-uses.ts'
import {
  duplicatesSchema,
  entryColumns,
  entryProperties,
  entrySchema,
  entryToV2,
  listsSchema,
  placeBody,
  placeFromV2,
  replacementBody,
  replacementFromV2,
  usesSchema,
} from './reference-lists.wire.ts'

const config = { access: { right: 'administer' } } as const

const named = (params: { readonly list: string; readonly entryId: string }) => ({
  list: params.list,
  entryId: idOf(params.entryId),
})

const readRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/referenceLists', {
    config,
    summary: 'List the reference lists',
    description:
      'The lists that people of your organisation choose from, with their number of entries: departments, regions, teams, groups of contract types, parties, tags, and the options of each field.',
    returns: listsSchema,
    handler: async (request) => {
      const items = await listLists(app, actorOf(request))
      return { items: items.map((list) => ({ ...list })) }
    },
  })

  onList(server, app, '/v2/referenceLists/:list/entries', {
    config,
    summary: 'List the entries of a reference list',
    description:
      'With how often each is used by what you may see. Of tags, those that were only ever on restricted matters are listed for people who see one of these. In their own order, where they have one, or by name.',
    item: entrySchema,
    properties: entryProperties,
    columns: entryColumns,
    order: [
      { name: 'place', descending: false },
      { name: 'name', descending: false },
    ],
    rows: async (reading, actor, request) =>
      entryRows(reading, actor, await getList(reading.db, actor, request.params.list)),
    toV2: entryToV2,
  })

  onGet(server, '/v2/referenceLists/:list/entries/:entryId/uses', {
    config,
    summary: 'Show what uses an entry',
    description:
      'What uses it and you may see: how many, and the names of some. A replacement changes what you may not see as well. With entries that have much the same name.',
    returns: usesSchema,
    handler: async (request) => {
      const { uses, similar } = await showUses(app, actorOf(request), named(request.params))
      return {
        uses: uses.map((use) => ({ ...use, items: use.items.map((item) => ({ ...item })) })),
        similar: [...similar],
      }
    },
  })

  onGet(server, '/v2/referenceLists/:list/duplicates', {
    config,
    summary: 'Find entries that are probably the same',
    description:
      'Groups of entries whose names differ in punctuation, spacing or legal form only, such as Northwind Ltd and Northwind Limited; 50 groups at most.',
    returns: duplicatesSchema,
    handler: async (request) => {
      const items = await findDuplicates(app, actorOf(request), request.params.list)
      return { items: items.map(({ entries }) => ({ entries: [...entries] })) }
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPut(server, '/v2/referenceLists/:list/entries/:entryId/place', {
    config: { ...config, documentedBodies: placeBody },
    operationId: 'placeReferenceListEntry',
    summary: 'Move an entry of a reference list',
    description:
      'Behind another entry, or to the first place, in lists that have an order of their own: departments, regions, teams, tags, groups of contract types, and options of fields other than lookups. Departments and the like that were never moved follow the others, by name. 409 for other lists.',
    handler: (request) =>
      placeEntry(app, actorOf(request), { ...named(request.params), after: placeFromV2(request.body) }),
  })

  onPost(server, '/v2/referenceLists/:list/entries/:entryId/replace', {
    config: { ...config, documentedBodies: replacementBody, inputNames: namesV2({ parentId: 'into' }) },
    operationId: 'replaceReferenceListEntry',
    summary: 'Replace an entry by another one, and delete it',
    description:
      'Everything that uses it, seen by you or not, uses the other one afterwards, in one transaction; each record is updated as by a PATCH, with its history and notifications. Filters of saved views keep naming it.',
    handler: (request) =>
      replaceEntry(app, actorOf(request), {
        ...named(request.params),
        into: replacementFromV2(request.body),
      }),
  })
}

export const referenceListRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
