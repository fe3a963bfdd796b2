// v2 of what matters may cost: the exposure of a matter, with its versions.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { decimalIn, needed, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { auditedByUser, createdExample, doneBy, nullable } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { type Exposure, getExposures, setExposure } from '../../exposure/exposure.ts'

const config = { access: { right: 'use' } } as const
const longest = 2_000

const described = {
  probability: 'How likely it is that it has to be paid, in percent.',
  reserve: 'What is set aside for it in the books.',
}

const exposureSchema = Type.Object({
  version: Type.Integer(),
  amount: nullable<number>('number', { description: 'Null where it was taken away.' }),
  currency: Type.String(),
  probability: Type.Integer({ minimum: 0, maximum: 100, description: described.probability }),
  reserve: nullable<number>('number', { description: described.reserve }),
  note: nullable<string>('string'),
  set: Type.Object(auditedByUser),
})

const example = {
  version: 1,
  amount: 250_000,
  currency: 'NZD',
  probability: 40,
  reserve: 80_000,
  note: 'Counsel’s advice of March',
  set: createdExample,
}

const toV2 = ({ amount, reserve, by, at, ...rest }: Exposure) => ({
  ...rest,
  amount: amount === null ? null : Number(amount),
  reserve: reserve === null ? null : Number(reserve),
  set: { dateUtc: at.toISOString(), ...doneBy(by) },
})

function probabilityIn(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw badInput('probability', 'must be a whole number of percent.')
  return value
}

export const exposureRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/exposure', {
    config: { ...config, etag: true },
    operationId: 'getMatterExposure',
    summary: 'Get what a matter may cost',
    description:
      'What is at stake, how likely it is and what is set aside, with all versions, the latest first. For people of the organisation that owns the matter.',
    returns: Type.Object(
      { versions: Type.Array(exposureSchema) },
      { title: 'MatterExposure', examples: [{ versions: [example] }] },
    ),
    handler: async (request, reply) => {
      const versions = await getExposures(app, actorOf(request), idOf(request.params.matterId))
      reply.header('etag', etagOf(versions[0]?.version ?? 0))
      return { versions: versions.map(toV2) }
    },
  })

  onPut(server, '/v2/matters/:matterId/exposure', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: jsonBody(
        Type.Object({
          amount: nullable<number>('number', { minimum: 0, description: 'Null takes it away.' }),
          currency: Type.Optional(
            Type.String({ description: 'Default: that of the version before, or of the organisation.' }),
          ),
          probability: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 100, description: described.probability }),
          ),
          reserve: Type.Optional(nullable<number>('number', { minimum: 0, description: described.reserve })),
          note: Type.Optional(nullable<string>('string', { maxLength: longest })),
        }),
        {
          amount: 250_000,
          currency: 'NZD',
          probability: 40,
          reserve: 80_000,
          note: 'Counsel’s advice of March',
        },
      ),
    },
    operationId: 'setMatterExposure',
    summary: 'Set what a matter may cost',
    description:
      'For those who may set its budget. Every version is kept. With If-Match, only in place of the version that you have read.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, ['amount', 'currency', 'probability', 'reserve', 'note'])
      await setExposure(app, actorOf(request), idOf(request.params.matterId), {
        amount: needed('amount', decimalIn(properties, 'amount')),
        currency: textIn(properties, 'currency')?.toUpperCase(),
        probability: probabilityIn(properties['probability']),
        reserve: decimalIn(properties, 'reserve') ?? null,
        note: textIn(properties, 'note', { longest }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })
}
