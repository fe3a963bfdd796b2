// v2 of what is in force of an agreement with its amendments.
import Type, { type TSchema } from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import { contractStages } from '../contract.ts'
import { getInForce } from '../key-facts/in-force.ts'

const sourced = (value: TSchema) =>
  nullableObject(
    { value, from: Type.Integer({ description: 'The contract of the chain that says so.' }) },
    { description: 'Null if nothing that is in force says it.' },
  )
const day = Type.String({ format: 'date' })

const schema = Type.Object(
  {
    chain: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        status: oneOf(contractStages),
        executed: nullable<string>('string', { format: 'date' }),
        effectiveDate: nullable<string>('string', { format: 'date' }),
        inForce: Type.Boolean({ description: 'It is executed, and its effective date has come.' }),
      }),
      { description: 'The agreement, then its amendments in the order in which they were executed.' },
    ),
    otherParty: sourced(Type.Object({ id: Type.Integer(), name: Type.String() })),
    effectiveDate: sourced(day),
    expiry: sourced(day),
    ownExpiry: nullable<string>('string', {
      format: 'date',
      description: 'What the agreement itself says, where an amendment moved its expiry.',
    }),
    noticeDate: sourced(day),
    renewedUntil: sourced(day),
    value: sourced(Type.Number()),
  },
  {
    title: 'AgreementInForce',
    examples: [
      {
        chain: [
          {
            id: 17,
            name: 'Supply agreement',
            status: 'Executed',
            executed: '2026-03-02',
            effectiveDate: '2026-04-01',
            inForce: true,
          },
          {
            id: 21,
            name: 'First amendment',
            status: 'Executed',
            executed: '2027-02-10',
            effectiveDate: null,
            inForce: true,
          },
        ],
        otherParty: { value: { id: 5, name: 'Lindqvist Shipping AB' }, from: 17 },
        effectiveDate: { value: '2026-04-01', from: 17 },
        expiry: { value: '2030-03-31', from: 21 },
        ownExpiry: '2028-03-31',
        noticeDate: { value: '2029-12-31', from: 21 },
        renewedUntil: { value: '2031-03-31', from: 21 },
        value: { value: 48000, from: 17 },
      },
    ],
  },
)

export const inForceRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/inForce', {
    config: { access: { right: 'use' } },
    operationId: 'getInForce',
    summary: 'Get what is in force of an agreement',
    description:
      'Of the agreement that the contract is, or amends: the chain of it and its amendments, and its key facts as the latest executed amendment whose effective date has come says them, each with the contract that it comes from. The expiry of the agreement follows an amendment that names one; its last day for notice and its renewal go by that. Amendments that the caller does not see are left out.',
    returns: schema,
    handler: async (request) => {
      const found = await getInForce(app, actorOf(request), idOf(request.params.contractId))
      const { chain, otherParty, effectiveDate, expiry, ownExpiry, noticeDate, renewedUntil, value } = found
      return {
        chain: chain.map(({ id, name, stage, executedOn, effectiveDate: from, counts }) => ({
          id,
          name,
          status: stage,
          executed: executedOn,
          effectiveDate: from,
          inForce: counts,
        })),
        otherParty: otherParty && { value: { ...otherParty.value }, from: otherParty.from },
        effectiveDate: effectiveDate && { ...effectiveDate },
        expiry: expiry && { ...expiry },
        ownExpiry,
        noticeDate: noticeDate && { ...noticeDate },
        renewedUntil: renewedUntil && { ...renewedUntil },
        value: value && { ...value },
      }
    },
  })
}
