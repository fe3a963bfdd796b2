// v2 of the counterparties of one contract.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { addContractParty, removeContractParty } from '../commands/change-contract-parties.ts'
import { listContractParties } from '../contract-parties.ts'
import { contractInputNames } from './contracts.wire.ts'

const config = { access: { right: 'use' }, inputNames: contractInputNames } as const

const party = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  field: Type.Object({ apiName: Type.String(), title: Type.String() }),
})
const example = {
  id: 5,
  name: 'Lindqvist Shipping AB',
  field: { apiName: 'contractEntity', title: 'Contract entity' },
}

const body = Type.Object(
  {
    field: Type.Optional(
      Type.String({
        description: 'The api name of the field that is to name it; by default the first empty one.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const partiesOfContractRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/parties', {
    config,
    operationId: 'listPartiesOfContract',
    summary: 'List the counterparties of a contract',
    description: 'Those that its fields name, in the order of its forms.',
    returns: Type.Object({ items: Type.Array(party) }, { examples: [{ items: [example] }] }),
    handler: async (request) => {
      const parties = await listContractParties(app, actorOf(request), idOf(request.params.contractId))
      return {
        items: parties.map(({ field, ...rest }) => ({
          ...rest,
          field: { apiName: field.apiName, title: field.label },
        })),
      }
    },
  })

  onPut(server, '/v2/contracts/:contractId/parties/:partyId', {
    config: { ...config, documentedBodies: jsonBody(body, { field: 'contractEntity' }) },
    operationId: 'addPartyToContract',
    summary: 'Name a counterparty in a contract',
    description:
      'A party of GET /v2/contractParties, for those who may change the contract. It goes into the first field for parties without a value, or into `field`, whose value it replaces; nothing happens if a field names it already. 409 if there is no room.',
    handler: async (request) => {
      const properties = propertiesOf(request.body ?? {}, ['field'])
      await addContractParty(app, actorOf(request), {
        contractId: idOf(request.params.contractId),
        partyId: idOf(request.params.partyId),
        fieldName: textIn(properties, 'field') ?? undefined,
      })
    },
  })

  onDelete(server, '/v2/contracts/:contractId/parties/:partyId', {
    config,
    operationId: 'removePartyFromContract',
    summary: 'Take a counterparty out of a contract',
    description:
      'Out of every field that names it, for those who may change the contract; it stays on the list of parties. 404 if none names it.',
    handler: (request) =>
      removeContractParty(app, actorOf(request), {
        contractId: idOf(request.params.contractId),
        partyId: idOf(request.params.partyId),
      }),
  })
}
