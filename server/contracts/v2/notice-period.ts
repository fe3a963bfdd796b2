// v2 of the notice period of a contract: reading, setting and removing it.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, needed, propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import {
  getNoticePeriod,
  type KnownNoticePeriod,
  type NoticePeriod,
  noticeUnits,
} from '../key-dates/notice-period.ts'
import { removeNoticePeriod, setNoticePeriod } from '../key-dates/set-notice-period.ts'

const config = { access: { right: 'use' } } as const

const written = {
  amount: Type.Integer({ minimum: 1, maximum: 999 }),
  unit: Type.Unsafe<NoticePeriod['unit']>({ type: 'string', enum: [...noticeUnits] }),
} as const

const schema = Type.Object(
  {
    ...written,
    noticeDate: nullable<string>('string', {
      format: 'date',
      readOnly: true,
      description: 'The last day for notice; null while the contract has no expiry.',
    }),
    keyDate: nullableObject({ id: Type.Integer() }, { readOnly: true }),
  },
  {
    title: 'NoticePeriod',
    examples: [{ amount: 3, unit: 'Months', noticeDate: '2027-01-31', keyDate: { id: 7 } }],
  },
)

const toV2 = ({ amount, unit, noticeDate, keyDateId }: KnownNoticePeriod) => ({
  amount,
  unit,
  noticeDate,
  keyDate: keyDateId === null ? null : { id: keyDateId },
})

function periodFromV2(body: unknown): NoticePeriod {
  const properties = propertiesOf(body, ['amount', 'unit'], ['noticeDate', 'keyDate'])
  const { amount } = properties
  if (amount !== undefined && typeof amount !== 'number') throw badInput('amount', 'must be a whole number.')
  return {
    amount: needed('amount', amount),
    unit: needed('unit', choiceIn(properties, 'unit', noticeUnits)),
  }
}

export const noticePeriodRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/noticePeriod', {
    config,
    summary: 'Get the notice period of a contract',
    description:
      'How long before the expiry notice must be given, and until which day. 404 if the contract has none.',
    returns: schema,
    handler: async (request, reply) => {
      const period = await getNoticePeriod(app, actorOf(request), idOf(request.params.contractId))
      return reply.header('etag', etagOf(period.version)).send(toV2(period))
    },
  })

  onPut(server, '/v2/contracts/:contractId/noticePeriod', {
    config: {
      ...config,
      ifMatch: true,
      etag: true,
      documentedBodies: jsonBody(Type.Object(written, { additionalProperties: false }), {
        amount: 3,
        unit: 'Months',
      }),
    },
    summary: 'Set the notice period of a contract',
    description:
      'The contract gets the key date "Notice" on the last day for notice, with reminders 30 and 7 days before; it moves with the expiry, and goes when the contract has none. In a shorter month it is the last day.',
    returns: schema,
    handler: async (request, reply) => {
      const [actor, contractId] = [actorOf(request), idOf(request.params.contractId)]
      const period = periodFromV2(request.body)
      await setNoticePeriod(app, actor, contractId, { period, checkVersion: versionCheck(request) })
      const known = await getNoticePeriod(app, actor, contractId)
      return reply.header('etag', etagOf(known.version)).send(toV2(known))
    },
  })

  onDelete(server, '/v2/contracts/:contractId/noticePeriod', {
    config: { ...config, ifMatch: true },
    summary: 'Remove the notice period of a contract',
    description: 'Its key date goes with it. Does nothing if there is none.',
    handler: async (request) => {
      const contractId = idOf(request.params.contractId)
      await removeNoticePeriod(app, actorOf(request), contractId, versionCheck(request))
    },
  })
}
