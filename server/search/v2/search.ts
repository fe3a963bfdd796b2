// v2 of searching.
import { kindNames } from '../../records/kinds.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { badInput } from '../../platform/errors.ts'
import { typedQueryFrom } from '../../platform/text-search/typed-query.ts'
import { type RecordRef, searchTypes } from '../found.ts'
import { search } from '../search.ts'
import { typesFrom } from './types-asked.ts'
import { searchResultsSchema, searchResultToV2 } from './search.wire.ts'

const mostItems = 50
const usualItems = 20
const largestSkip = 2_000

export const searchRoutesV2: RouteModule = (server, app) => {
  server.get(
    '/v2/search',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Search in everything',
        description:
          'In the texts of files and their names, names of matters and contracts, tasks, messages, your own mail and counterparties: what you may see at this moment, best first. All words must be there; "a phrase in quotes", -without, begin*. Words are compared by their English stems. See docs/search.md.',
        querystring: Type.Object({
          q: Type.String({ description: 'What to look for.' }),
          types: Type.Optional(
            Type.String({
              description: `Only these types, separated by commas: ${searchTypes.join(', ')}. Default: all.`,
            }),
          ),
          record: Type.Optional(
            Type.String({ description: 'Only what is on one record: `Matter/17` or `Contract/17`.' }),
          ),
          allCounts: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'Whether `counts` has all types, although `types` chooses some.',
            }),
          ),
          olderVersions: Type.Optional(
            Type.Boolean({
              default: false,
              description:
                'Whether files are looked for in the texts of their older versions as well: each once, in its current version where that has the words.',
            }),
          ),
          $top: Type.Optional(Type.Integer({ minimum: 1, maximum: mostItems, default: usualItems })),
          $skip: Type.Optional(Type.Integer({ minimum: 0, maximum: largestSkip, default: 0 })),
        }),
        response: { 200: searchResultsSchema },
      },
    },
    async (request) => {
      const { q, types, record, allCounts, olderVersions, $top = usualItems, $skip = 0 } = request.query
      const { items, counts, hasNext } = await search(app, actorOf(request), {
        query: typedQueryFrom(q),
        types: typesFrom(types, searchTypes),
        record: recordFrom(record),
        allCounts,
        olderVersions,
        skip: $skip,
        take: $top,
      })
      const next = $skip + $top
      return {
        items: items.map(searchResultToV2),
        counts: [...counts],
        ...(hasNext && next <= largestSkip
          ? { nextLink: linkTo(app.config.publicUrl, request.originalUrl, next) }
          : {}),
      }
    },
  )
}

const namedRecord = new RegExp(`^(${kindNames.join('|')})/([1-9]\\d{0,9})$`, 'i')

function recordFrom(text: string | undefined): RecordRef | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const [, kind, id] = namedRecord.exec(text.trim()) ?? []
  if (kind === undefined || Number(id) > 2_147_483_647) {
    throw badInput('record', 'must be a matter or a contract, such as Contract/17.')
  }
  return { kind: kind.toLowerCase() as RecordRef['kind'], id: Number(id) }
}

function linkTo(publicUrl: string, address: string, skip: number): string {
  const [path = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('$skip', String(skip))
  return `${publicUrl}${path}?${parameters.toString()}`
}
