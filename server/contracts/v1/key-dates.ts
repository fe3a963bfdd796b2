// v1 of the key dates of a contract.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { listKeyDates } from '../find-key-dates.ts'

const keyDate = Type.Object({
  id: Type.Integer(),
  date: nullable<string>('string'),
  name: nullable<string>('string'),
  value: Type.Number(),
})

export const keyDateRoutes: RouteModule = (server, app) => {
  server.get(
    '/contract-apis/v1/contracts/:contractId/keyDates',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'List the key dates of a contract',
        description: 'All key dates of the contract, by date.',
        params: pathIds('contractId'),
        response: { 200: Type.Array(keyDate) },
      },
    },
    async (request) => {
      const keyDates = await listKeyDates(app, actorOf(request), idOf(request.params.contractId))
      return keyDates.map(({ value, ...each }) => ({ ...each, value: Number(value) }))
    },
  )
}
