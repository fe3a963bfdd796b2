// v2 of where clauses are used, and of the clauses that a contract was drafted with.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { nullable, oneOf } from '../../../http/v2/references.wire.ts'
import { clauseStates } from '../../clauses/clause.ts'
import { getClauseUses, listClausesOfContract } from '../../clauses/uses.ts'

const use = { access: { right: 'use' } } as const
const library = { access: { right: 'read-libraries' } } as const
const alternative = nullable<string>('string', { description: 'Null: the standard text.' })

const usesSchema = Type.Object(
  {
    contractTypes: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        active: Type.Boolean(),
        alternative: nullable<string>('string', { description: 'That the document names.' }),
        chosenBy: nullable<string>('string', {
          description: 'The field whose answer names the alternative.',
        }),
      }),
    ),
    contracts: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), version: Type.Integer(), alternative }),
      {
        description:
          'Contracts that were drafted with it, those that you see, the latest first; 200 at most.',
      },
    ),
    more: Type.Boolean({ description: 'Whether there are more contracts.' }),
  },
  {
    title: 'ClauseUses',
    examples: [
      {
        contractTypes: [{ id: 5, name: 'Lease', active: true, alternative: null, chosenBy: 'liability' }],
        contracts: [{ id: 17, name: 'Lease of pier 7', version: 2, alternative: 'Fixed amount' }],
        more: false,
      },
    ],
  },
)

const ofContractSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'Of the clause.' }),
        key: Type.String(),
        title: Type.String(),
        state: oneOf(clauseStates),
        version: Type.Integer({ description: 'That went into the document.' }),
        alternative,
        approvedVersion: nullable<number>('integer', { description: 'The version in use today.' }),
        changed: Type.Boolean({
          description:
            'Whether the version in use says something else in its place, or has no such alternative.',
        }),
      }),
    ),
  },
  {
    title: 'ClausesOfContract',
    examples: [
      {
        items: [
          {
            id: 12,
            key: 'liability',
            title: 'Limitation of liability',
            state: 'Approved',
            version: 2,
            alternative: 'Fixed amount',
            approvedVersion: 3,
            changed: true,
          },
        ],
      },
    ],
  },
)

export const clauseUseRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/clauses/:clauseId/uses', {
    config: library,
    operationId: 'getClauseUses',
    summary: 'Find where a clause is used',
    description: 'In the documents of contract types, and in contracts that were drafted from them.',
    returns: usesSchema,
    handler: async (request) => {
      const { types, contracts, hasMore } = await getClauseUses(
        app,
        actorOf(request),
        idOf(request.params.clauseId),
      )
      return {
        contractTypes: types.map(({ isActive, ...type }) => ({ ...type, active: isActive })),
        contracts: contracts.map((each) => ({ ...each })),
        more: hasMore,
      }
    },
  })

  onGet(server, '/v2/contracts/:contractId/clauses', {
    config: use,
    operationId: 'listContractClauses',
    summary: 'List the clauses that a contract was drafted with',
    description:
      'In the order of the document: which version, which alternative, and whether the library has another text since. Empty for people of other organisations, and for contracts that were not drafted by a wizard.',
    returns: ofContractSchema,
    handler: async (request) => {
      const items = await listClausesOfContract(app, actorOf(request), idOf(request.params.contractId))
      return { items: items.map(({ isTextChanged, ...each }) => ({ ...each, changed: isTextChanged })) }
    },
  })
}
