// v2 of the key facts of several contracts at once: what lists show beside the contracts themselves.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { nullable, nullableChoice, nullableObject, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { listingOf, listVisible } from '../../records/lists/record-lists.ts'
import { contractKind } from '../contract-kind.ts'
import type { listFactColumns } from '../list-facts.ts'
import { renewalDecisions } from '../renewals/decisions.ts'

const most = 200
const largestId = 2_147_483_647

const schema = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          otherParty: nullableObject({ id: Type.Integer(), name: Type.String() }),
          value: nullableObject({ amount: Type.Number(), currency: Type.String() }),
          nextDate: nullableObject(
            {
              name: nullable<string>('string', { description: 'Null: its expiry.' }),
              date: Type.String({ description: 'A day or a local time of the organisation.' }),
            },
            { description: 'The first of its key dates and its expiry from today on.' },
          ),
          renewal: nullableChoice(renewalDecisions),
        },
        { title: 'ListedKeyFacts' },
      ),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            id: 17,
            otherParty: { id: 5, name: 'Lindqvist Shipping AB' },
            value: { amount: 48000, currency: 'EUR' },
            nextDate: { name: 'Notice', date: '2028-02-29T00:00:00' },
            renewal: null,
          },
        ],
      },
    ],
  },
)

const columns = [
  'id',
  'otherPartyId',
  'otherPartyName',
  'value',
  'valueCurrency',
  'nextDate',
  'nextDateName',
  'renewalDecision',
] as const satisfies readonly ('id' | keyof ReturnType<typeof listFactColumns>)[]

function toV2(row: ListedRow) {
  const { id, otherPartyId, value, nextDate, renewalDecision } = row
  return {
    id: Number(id),
    otherParty:
      otherPartyId === null ? null : { id: Number(otherPartyId), name: textOf(row, 'otherPartyName') ?? '' },
    value: value === null ? null : { amount: Number(value), currency: textOf(row, 'valueCurrency') ?? '' },
    nextDate:
      nextDate === null ? null : { name: textOf(row, 'nextDateName'), date: textOf(row, 'nextDate') ?? '' },
    renewal: renewalDecisions.find((each) => each === renewalDecision) ?? null,
  }
}

function idsFrom(text: string): readonly number[] {
  const ids = text.split(',').map((each) => each.trim())
  if (ids.length > most) throw badInput('ids', `must be ${most} ids at most.`)
  const isId = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= largestId
  if (!ids.every(isId)) throw badInput('ids', 'must be ids of contracts, separated by commas.')
  return [...new Set(ids.map(Number))]
}

export const listedKeyFactRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/keyFacts', {
    config: { access: { right: 'use' } },
    summary: 'Read key facts of several contracts',
    description:
      'The counterparty, the value, the next date and what is decided about the expiry of the contracts with these ids, for lists. Those that you do not see are left out.',
    querystring: Type.Object({
      ids: Type.String({ description: `${most} ids at most, separated by commas.` }),
    }),
    returns: schema,
    handler: async (request) => {
      const ids = idsFrom(request.query.ids)
      const actor = actorOf(request)
      const rows = await listVisible(contractKind, app, actor, {
        query: { filter: { kind: 'in', name: 'id', values: ids }, sort: [], skip: 0, take: most },
        columns,
        listing: listingOf(contractKind, app, actor),
      })
      return { items: rows.map(toV2) }
    },
  })
}
