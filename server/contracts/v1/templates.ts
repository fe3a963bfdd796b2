// v1 of contract templates.
import Type from 'typebox'
import { newRecordForm } from '../../fields/v1/forms.wire.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { formSchema } from '../../http/v1/fields.wire.ts'
import { nullable, nullableObject } from '../../http/v1/people.wire.ts'
import { getUploadForm } from '../fields.ts'
import { listTemplates } from '../templates.ts'

const named = { id: Type.Integer(), name: nullable<string>('string') }

const template = Type.Object({
  ...named,
  hasWizard: Type.Boolean(),
  team: nullableObject({ ...named, description: nullable<string>('string') }),
  teamRequired: Type.Boolean(),
  hasRules: Type.Boolean(),
})

export const contractTemplateRoutes: RouteModule = (server, app) => {
  onGet(server, '/contract-apis/v1/contractsTemplates', {
    config: { access: { right: 'use' } },
    summary: 'List contract templates',
    description: 'The templates of the organisation, by group and name.',
    operationId: 'listContractTemplatesV1',
    returns: Type.Unsafe<Record<string, Type.Static<typeof template>[]>>({
      type: 'object',
      additionalProperties: Type.Array(template),
    }),
    handler: async (request) => {
      const byGroup = Map.groupBy(await listTemplates(app, actorOf(request)), ({ groupName }) => groupName)
      return Object.fromEntries([...byGroup].map(([name, all]) => [name, [...all]]))
    },
  })

  onGet(server, '/contract-apis/v1/contractsTemplates/:templateId/uploadSchema', {
    config: { access: { right: 'use' } },
    summary: 'Get the form of a contract template',
    description: 'The fields to be filled in when a contract of this type is created from a document.',
    returns: formSchema,
    handler: async (request) =>
      newRecordForm(await getUploadForm(app, actorOf(request), idOf(request.params.templateId))),
  })
}
