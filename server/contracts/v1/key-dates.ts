// v1 of the key dates of a contract.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { listKeyDates } from '../find-key-dates.ts'

const keyDate = Type.Object({
  id: Type.Integer(),
  date: nullable<string>('string'),
  name: nullable<string>('string'),
  value: Type.Number(),
})

export const keyDateRoutes: RouteModule = (server, app) => {
  onGet(server, '/contract-apis/v1/contracts/:contractId/keyDates', {
    config: { access: { right: 'use' } },
    summary: 'List the key dates of a contract',
    description: 'All key dates of the contract, by date.',
    returns: Type.Array(keyDate),
    handler: async (request) => {
      const keyDates = await listKeyDates(app, actorOf(request), idOf(request.params.contractId))
      return keyDates.map(({ value, ...each }) => ({ ...each, value: Number(value) }))
    },
  })
}
