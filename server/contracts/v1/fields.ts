// v1 of the custom fields of a contract.
import { namesV1 } from '../../http/input-names.ts'
import { fieldUpdateFromV1, recordFieldsToV1 } from '../../fields/v1/values.wire.ts'
import { idOf, pathIds } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { fieldDataSchema } from '../../http/v1/fields.wire.ts'
import { patchBodySchema } from '../../http/v1/json-patch.ts'
import { updateContract } from '../commands/update-contract.ts'
import { getContractFields } from '../fields.ts'

export const contractFieldRoutes: RouteModule = (server, app) => {
  server.get(
    '/contract-apis/v1/contracts/:contractId/fields',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get the fields of a contract',
        description: "The form of the contract's type with the values of this contract.",
        params: pathIds('contractId'),
        response: { 200: fieldDataSchema },
      },
    },
    async (request, reply) => {
      const { contractId } = request.params
      const { contract, fields } = await getContractFields(app, actorOf(request), idOf(contractId))
      reply.header('etag', etagOf(contract.version))
      return recordFieldsToV1(fields)
    },
  )

  server.patch(
    '/contract-apis/v1/contracts/:contractId/fields',
    {
      config: {
        access: { right: 'use' },
        ifMatch: true,
        inputNames: namesV1(),
        documentedBodies: [{ contentType: 'application/json', schema: patchBodySchema }],
      },
      schema: {
        summary: 'Change the fields of a contract',
        description: 'A JSON Patch of field values. All or nothing.',
        params: pathIds('contractId'),
      },
    },
    async (request, reply) => {
      const checkVersion = versionCheck(request)
      const id = idOf(request.params.contractId)
      const fields = fieldUpdateFromV1(request.body)
      await updateContract(app, actorOf(request), id, ({ version }) => {
        checkVersion(version)
        return { fields }
      })
      return reply.code(200).send()
    },
  )
}
