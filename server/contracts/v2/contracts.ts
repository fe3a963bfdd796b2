// v2 of contracts: creating them, and what the routes that all records have need to know of contracts.
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import type { RecordDescriptionV2 } from '../../records/v2/record-routes.ts'
import { relationRoutesV2 } from '../../records/v2/relations.ts'
import { deleteContract } from '../commands/delete-contract.ts'
import { createContract } from '../commands/create-contract.ts'
import { createContractByWizard } from '../commands/create-contract-by-wizard.ts'
import { removeContractMember } from '../commands/remove-contract-member.ts'
import { setContractMember } from '../commands/set-contract-member.ts'
import { type ContractChanges, updateContract } from '../commands/update-contract.ts'
import { contractKind } from '../contract-kind.ts'
import { purgedContracts } from '../purge-contract.ts'
import {
  changesFromV2,
  contractChangesBody,
  contractChangesSchema,
  contractSchema,
  contractFilters,
  contractShape,
  createdContractSchema,
  contractInputNames,
  newContractExample,
  newContractFromV2,
  newContractSchema,
} from './contracts.wire.ts'
import { contractBulkChange } from './reports.ts'

export const contractRoutesV2: RouteModule = (server, app) => {
  onPost(server, '/v2/contracts', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: jsonBody(newContractSchema, newContractExample),
      inputNames: contractInputNames,
    },
    summary: 'Create a contract',
    description:
      'In Draft, from a file that you uploaded for it, which becomes its document; or without one by the wizard of its type, from the fields. If anything is wrong, nothing is created, and the staged file is kept.',
    creates: createdContractSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { contract, documentId } = newContractFromV2(request.body)
      const id = await (documentId
        ? createContract(app, actor, contract, { waitingFileId: documentId })
        : createContractByWizard(app, actor, contract, 'document'))
      reply.header('location', `/v2/contracts/${id}`)
      return { id }
    },
  })
}

export const contractDescriptionV2: RecordDescriptionV2<ContractChanges, ContractChanges> = {
  wire: { shape: contractShape, schema: contractSchema, filters: contractFilters },
  changes: {
    body: contractChangesBody,
    inputNames: contractInputNames,
    read: changesFromV2,
    update: (app, actor, contractId, { changes, checkVersion }) =>
      updateContract(app, actor, contractId, ({ version }) => {
        checkVersion(version)
        return changes
      }),
    delete: deleteContract,
    kept: 'that was executed',
  },
  members: {
    roles: ['Member', 'Owner'],
    set: (app, actor, contractId, { userId, roles, note }) =>
      setContractMember(app, actor, contractId, { userId, isOwner: roles.has('Owner'), note }),
    remove: removeContractMember,
  },
  reports: {
    bulk: contractBulkChange,
    schema: contractChangesSchema,
    example: { filter: 'Owner/Id eq me()', change: { teamAssigned: { id: 4 } }, checkOnly: true },
    inputNames: contractInputNames,
  },
  purged: purgedContracts,
}

/** The routes of the matter that a contract belongs to. */
export const matterOfContractRoutes = relationRoutesV2(contractKind, {
  path: '/v2/contracts/:contractId/matter',
  what: 'matter',
  above: 'matter',
  input: 'matterId',
  set: (app, actor, contractId, { to, checkVersion }) =>
    updateContract(app, actor, contractId, ({ version }) => {
      checkVersion(version)
      return { matterId: to }
    }),
})
