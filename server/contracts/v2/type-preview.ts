// v2 of previews of wizards: the document as it would be with the answers so far. Nothing is stored.
import Type from 'typebox'
import { newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'
import { previewWizardDocument } from '../wizard.ts'
import { contractInputNames } from './contracts.wire.ts'

const previewSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'The name of the contract, if it has one by now.' })),
    fields: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'The answers so far, by the id of the field.',
      }),
    ),
  },
  { additionalProperties: false },
)

function previewFromV2(body: unknown) {
  const properties = propertiesOf(body, ['name', 'fields'], [])
  return {
    name: neverNull('name', textIn(properties, 'name')) ?? '',
    fields: newFieldsFromV2(properties['fields']),
  }
}

export const contractTypePreviewRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/contractTypes/:typeId/preview', {
    config: {
      access: { right: 'create-contracts' },
      documentedBodies: jsonBody(previewSchema, {
        name: 'NDA with Zephyr',
        fields: { otherParty: 'Zephyr Ltd' },
      }),
      inputNames: contractInputNames,
    },
    summary: 'Preview the document of a wizard',
    description:
      'The Word document as it would be with the answers so far; what is missing stands in it in square brackets, by what is asked. Nothing is created. Wrong answers are 400 by name; 409 if the type has no wizard.',
    returns: {
      description: 'The document.',
      content: { [docxType]: { schema: { type: 'string', format: 'binary' } } },
    },
    handler: async (request, reply) => {
      const templateId = idOf(request.params.typeId)
      const input = { templateId, ...previewFromV2(request.body) }
      const document = await previewWizardDocument(app, actorOf(request), input)
      return reply
        .header('content-type', docxType)
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'attachment; filename="preview.docx"')
        .send(document)
    },
  })
}
