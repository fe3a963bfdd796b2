// v2 of contract types for administrators: details, create, update, take out of use. The list is in types.ts, forms in
// type-forms.ts.
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../http/routes.ts'
import { updateContractTemplate, retireContractTemplate } from '../commands/update-contract-template.ts'
import { purgeContractTemplate, restoreContractTemplate } from '../commands/restore-contract-template.ts'
import { createContractTemplate } from '../commands/create-contract-template.ts'
import { getContractType } from '../templates.ts'
import {
  contractTypeChangesBody,
  contractTypeChangesFromV2,
  contractTypeDetailsColumns,
  contractTypeDetailsSchema,
  contractTypeDetailsToV2,
  createdSchema,
  contractTypeInputNames,
  newContractTypeBody,
  newContractTypeFromV2,
} from './type-administration.wire.ts'

const administer = { access: { right: 'administer' } } as const

const makeAndRead: RouteModule = (server, app) => {
  onPost(server, '/v2/contractTypes', {
    config: { ...administer, documentedBodies: newContractTypeBody, inputNames: contractTypeInputNames },
    summary: 'Create a contract type',
    description:
      'In a group, which is created if its name does not exist. Its forms are empty and it has no wizard yet.',
    creates: createdSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const type = { ...newContractTypeFromV2(request.body), organisationId: actor.organisationId }
      const id = await createContractTemplate(app, actor, type)
      reply.header('location', `/v2/contractTypes/${id}`)
      return { id }
    },
  })

  onGet(server, '/v2/contractTypes/:typeId', {
    config: { access: { right: 'use' } },
    summary: 'Get a contract type',
    description: 'With its defaults for new contracts, and the placeholders of its wizard document.',
    returns: contractTypeDetailsSchema,
    handler: async (request) => {
      const id = idOf(request.params.typeId)
      const row = await getContractType(app, actorOf(request), id, contractTypeDetailsColumns)
      return contractTypeDetailsToV2(row)
    },
  })
}

const changeAndRetire: RouteModule = (server, app) => {
  onPatch(server, '/v2/contractTypes/:typeId', {
    config: {
      ...administer,
      documentedBodies: contractTypeChangesBody,
      inputNames: contractTypeInputNames,
    },
    summary: 'Change a contract type',
    description: 'A merge patch; existing contracts keep the type.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.typeId) }
      const changes = contractTypeChangesFromV2(request.body)
      await updateContractTemplate(app, actor, key, changes)
    },
  })

  onDelete(server, '/v2/contractTypes/:typeId', {
    config: administer,
    summary: 'Take a contract type out of use',
    description: 'No new contract can have it; existing ones keep it.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.typeId) }
      await retireContractTemplate(app, actor, key)
    },
  })
}

const restoreAndPurge: RouteModule = (server, app) => {
  onPost(server, '/v2/contractTypes/:typeId/restore', {
    config: administer,
    summary: 'Take a contract type into use again',
    description:
      'With its forms, document and approval rules as they were. 409 if its group has another type of its name by now.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.typeId) }
      await restoreContractTemplate(app, actor, key)
    },
  })

  onPost(server, '/v2/contractTypes/:typeId/purge', {
    config: administer,
    summary: 'Delete a contract type that nothing has',
    description:
      'With its forms, document and approval rules, for good. 409 while a contract or a request type has it.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, id: idOf(request.params.typeId) }
      await purgeContractTemplate(app, actor, key)
    },
  })
}

export const contractTypeAdministrationRoutes: RouteModule = (server, app) => {
  for (const routes of [makeAndRead, changeAndRetire, restoreAndPurge]) routes(server, app)
}
