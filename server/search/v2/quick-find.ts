// v2 of quick find: matters and contracts by a few letters.
import { kinds, recordTypes, type RecordType } from '../../records/kinds.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { typesFrom } from './types-asked.ts'
import { quickFindAll } from '../quick-find.ts'

const mostItems = 50
const usualItems = 20

const foundSchema = Type.Object({
  type: Type.Unsafe<RecordType>({ type: 'string', enum: [...recordTypes] }),
  id: Type.Integer(),
  displayId: nullable<string>('string', { description: 'The number of a matter.' }),
  name: Type.String(),
  status: Type.String({ description: 'As the record itself shows it.' }),
})

const answerSchema = Type.Object(
  { items: Type.Array(foundSchema) },
  {
    examples: [
      {
        items: [
          {
            type: kinds.matter.type,
            id: 42,
            displayId: 'LW0001-0042',
            name: 'Harbour lease dispute',
            status: 'Active',
          },
          {
            type: kinds.contract.type,
            id: 17,
            displayId: null,
            name: 'Harbour lease',
            status: 'Negotiating',
          },
        ],
      },
    ],
  },
)

export const quickFindRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/quickfind', {
    config: { access: { right: 'use' } },
    summary: 'Find matters and contracts by a few letters',
    description:
      'Of a name, a number, an id, an external id: while somebody types. Best first: exactly this, beginnings of names, whole words, parts of words, then with typing errors; what is alike comes latest first. Without `q` the latest that you are a member of. GET /v2/search looks in texts as well.',
    querystring: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 255, description: 'What was typed.' })),
      types: Type.Optional(
        Type.String({
          description: `Only these types, separated by commas: ${recordTypes.join(', ')}. Default: both.`,
        }),
      ),
      $top: Type.Optional(Type.Integer({ minimum: 1, maximum: mostItems, default: usualItems })),
    }),
    returns: answerSchema,
    handler: async (request) => {
      const { q = '', types, $top: take = usualItems } = request.query
      const found = await quickFindAll(app, actorOf(request), {
        typed: q,
        types: typesFrom(types, recordTypes),
        take,
      })
      return { items: found.map(({ state: status, ...record }) => ({ ...record, status })) }
    },
  })
}
