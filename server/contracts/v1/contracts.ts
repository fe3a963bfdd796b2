// v1 of contracts: creating them from an uploaded document or by a wizard, and what the routes that all records have
// need to know of contracts.
import Type from 'typebox'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { type StoreUpload, withForm } from '../../http/bodies/form.ts'
import { personProperties, personToV1 } from '../../http/v1/people.wire.ts'
import { updateContract } from '../commands/update-contract.ts'
import { createContractByWizard } from '../commands/create-contract-by-wizard.ts'
import { createContract } from '../commands/create-contract.ts'
import { contractDetailColumns } from '../contract-details.ts'
import { memberCatalogue } from '../../records/members.ts'
import { describeV1 } from '../../records/v1/record-routes.ts'
import { getContractFields } from '../fields.ts'
import { defaultColumns, contractDetailsSchema, contractProperties, contractShape } from './contracts.wire.ts'
import {
  documentFromV1,
  namesInAnswers,
  namesInForm,
  newContractForm,
  newContractFromV1,
  wizardAnswers,
  wizardContractFromV1,
} from './new-contract.wire.ts'
import { changesFromV1, namesInPatch, patchedProperties } from './patch.wire.ts'

const createRoute: RouteModule = (server, app) => {
  onPost(server, '/contract-apis/v1/contracts', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: [newContractForm],
      inputNames: namesInForm,
    },
    bodyLimit: 64 * 1024 * 1024,
    summary: 'Create a contract',
    description:
      'A form with names in Pascal case and the document as a file. Answers the bare id of the contract with 200.',
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const keep: StoreUpload = (bytes, record) => withStoredContent(app, actor.organisationId, bytes, record)
      const id = await withForm(request, { fileField: 'ContractFile', keep }, (form) =>
        createContract(app, actor, newContractFromV1(form), documentFromV1(form)),
      )
      return reply.type('application/json').send(id)
    },
  })
}

const wizardRoute: RouteModule = (server, app) => {
  onPost(server, '/contract-apis/v1/contracts/wizard', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: [wizardAnswers],
      inputNames: namesInAnswers,
    },
    summary: 'Create a contract by a wizard',
    description:
      'Fills the template with the answers to its form. Answers the bare id of the contract with 200.',
    operationId: 'createContractByWizardV1',
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const id = await createContractByWizard(app, actorOf(request), wizardContractFromV1(request.body))
      return reply.type('application/json').send(id)
    },
  })
}

export const contractRoutes: RouteModule = (server, app) => {
  parseLargeJsonBodies(server, ['ContractFile'])
  for (const routes of [createRoute, wizardRoute]) routes(server, app)
}

export const contractDescriptionV1 = describeV1({
  list: {
    scopes: ['All', 'Personal', 'Teams', 'Restricted'],
    properties: contractProperties,
    fallback: defaultColumns,
  },
  details: { shape: contractShape, schema: contractDetailsSchema, columns: contractDetailColumns },
  patch: {
    properties: patchedProperties,
    inputNames: namesInPatch,
    update: (app, actor, id, { patch, checkVersion }) =>
      updateContract(app, actor, id, (contract) => {
        checkVersion(contract.version)
        return changesFromV1(patch, contract)
      }),
  },
  fields: {
    async get(app, actor, id) {
      const { contract, fields } = await getContractFields(app, actor, id)
      return { version: contract.version, fields }
    },
    update: (app, actor, id, { changes, checkVersion }) =>
      updateContract(app, actor, id, ({ version }) => {
        checkVersion(version)
        return changes
      }),
  },
  members: { catalogue: memberCatalogue, columns: {}, properties: personProperties, toV1: personToV1 },
})
