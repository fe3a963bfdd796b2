// v1 of the custom fields of a contract.
import { namesV1 } from '../../http/input-names.ts'
import { fieldDataOf, patchableFieldsOf } from '../../fields/record-fields.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fieldChangesFromV1 } from '../../http/v1/field-patch.ts'
import { fieldDataSchema } from '../../http/v1/fields.wire.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import { changeContractFields } from '../commands/change-contract-fields.ts'
import { getContractFields } from '../fields.ts'

export const contractFieldRoutes: RouteModule = (server, app) => {
  server.get(
    '/contract-apis/v1/contracts/:contractId/fields',
    {
      config: { access: { right: 'use' } },
      schema: { params: pathIds('contractId'), response: { 200: fieldDataSchema } },
    },
    async (request, reply) => {
      const { contractId } = request.params
      const { contract, fields } = await getContractFields(app, actorOf(request), idOf(contractId))
      reply.header('etag', etagOf(contract.version))
      return fieldDataOf(fields)
    },
  )

  server.patch(
    '/contract-apis/v1/contracts/:contractId/fields',
    {
      config: {
        access: { right: 'use' },
        inputNames: namesV1(),
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
      },
      schema: { params: pathIds('contractId') },
    },
    async (request, reply) => {
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.contractId)
      await changeContractFields(app, actorOf(request), id, ({ contract, fields }) => {
        checkVersion(contract.version)
        return fieldChangesFromV1(request.body, patchableFieldsOf(fields))
      })
      return reply.code(200).send()
    },
  )
}
