// v1 of contracts: create from an uploaded document or by a wizard, list, details, update.
import Type from 'typebox'
import { withStoredContent } from '../../files/contents/stored-blobs.ts'
import { mailAddressOf } from '../../records/mail-address.ts'
import { parseLargeJsonBodies } from '../../http/bodies/large-json.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { type StoreUpload, withForm } from '../../http/bodies/form.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { patchBodySchema, readPatch } from '../../http/v1/json-patch.ts'
import { updateContract } from '../commands/update-contract.ts'
import { createContractByWizard } from '../commands/create-contract-by-wizard.ts'
import { createContract } from '../commands/create-contract.ts'
import { recordBodies } from '../../records/lists/record-bodies.ts'
import { sendJsonText } from '../../http/responses/json-text.ts'
import { jsonOf } from '../../http/shape.ts'
import { contractDetailColumns } from '../contract-details.ts'
import { recordListRouteV1 } from '../../records/v1/list.ts'
import { contractKind } from '../contract-kind.ts'
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
  server.post(
    '/contract-apis/v1/contracts',
    {
      config: {
        access: { right: 'create-contracts' },
        documentedBodies: [newContractForm],
        inputNames: namesInForm,
      },
      bodyLimit: 64 * 1024 * 1024,
      schema: {
        summary: 'Create a contract',
        description:
          'A form with names in Pascal case and the document as a file. Answers the bare id of the contract with 200.',
        response: { 200: Type.Integer() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const keep: StoreUpload = (bytes, record) => withStoredContent(app, actor.organisationId, bytes, record)
      const id = await withForm(request, { fileField: 'ContractFile', keep }, (form) =>
        createContract(app, actor, newContractFromV1(form), documentFromV1(form)),
      )
      return reply.type('application/json').send(id)
    },
  )
}

const wizardRoute: RouteModule = (server, app) => {
  server.post(
    '/contract-apis/v1/contracts/wizard',
    {
      config: {
        access: { right: 'create-contracts' },
        documentedBodies: [wizardAnswers],
        inputNames: namesInAnswers,
      },
      schema: {
        summary: 'Create a contract by a wizard',
        description:
          'Fills the template with the answers to its form. Answers the bare id of the contract with 200.',
        operationId: 'createContractByWizardV1',
        response: { 200: Type.Integer() },
      },
    },
    async (request, reply) => {
      const id = await createContractByWizard(app, actorOf(request), wizardContractFromV1(request.body))
      return reply.type('application/json').send(id)
    },
  )
}

const listRoute = recordListRouteV1(
  contractKind,
  {
    scopes: ['All', 'Personal', 'Teams', 'Restricted'],
    properties: contractProperties,
    fallback: defaultColumns,
  },
  '/contract-apis/v1/contracts',
)

const detailsRoute: RouteModule = (server, app) => {
  const bodies = recordBodies(contractKind, app, {
    shape: jsonOf(contractShape),
    columns: contractDetailColumns,
    noteOf: (id) => mailAddressOf(app, { kind: 'contract', id }),
  })
  server.get(
    '/contract-apis/v1/contracts/:contractId',
    {
      config: { access: { right: 'use' }, recent: 'Contract' },
      schema: {
        summary: 'Get a contract',
        description: "The whole contract, and its version as ETag. Adds it to the caller's recents.",
        params: pathIds('contractId'),
        response: { 200: contractDetailsSchema },
      },
    },
    async (request, reply) => {
      const body = await bodies.get(actorOf(request), idOf(request.params.contractId))
      request.viewed = body
      return sendJsonText(reply.header('etag', etagOf(body.version)), body.text)
    },
  )
}

const changeRoute: RouteModule = (server, app) => {
  server.patch(
    '/contract-apis/v1/contracts/:contractId',
    {
      config: {
        access: { right: 'use' },
        ifMatch: true,
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
        inputNames: namesInPatch,
      },
      schema: {
        summary: 'Change a contract',
        description:
          'A JSON Patch with paths such as `/Name`; a plain object is taken as one `replace` for each property. All or nothing.',
        params: pathIds('contractId'),
      },
    },
    async (request, reply) => {
      const patch = readPatch(request.body, patchedProperties)
      const checkVersion = versionCheck(request)
      await updateContract(app, actorOf(request), idOf(request.params.contractId), (contract) => {
        checkVersion(contract.version)
        return changesFromV1(patch, contract)
      })
      return reply.code(200).send()
    },
  )
}

export const contractRoutes: RouteModule = (server, app) => {
  parseLargeJsonBodies(server, ['ContractFile'])
  for (const routes of [createRoute, wizardRoute, listRoute, detailsRoute, changeRoute]) routes(server, app)
}
