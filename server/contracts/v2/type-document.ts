// v2 of the document of a contract type's wizard: the body is the Word document itself.
import type { FastifyRequest } from 'fastify'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onPut } from '../../http/routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { badInput } from '../../platform/errors.ts'
import { removeTemplateDocument, setTemplateDocument } from '../commands/set-template-document.ts'
import { getTemplateDocument } from '../templates.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'

const administer = { access: { right: 'administer' } } as const
const params = pathIds('typeId')
const binary = { type: 'string', format: 'binary' }
const largest = 64 * 1024 * 1024

export const contractTypeDocumentRoutes: RouteModule = (server, app) => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  )

  server.get(
    '/v2/contractTypes/:typeId/document',
    {
      config: administer,
      schema: {
        summary: 'Download the document of a wizard',
        description: 'As it was uploaded, with its placeholders; 404 if the type has no wizard.',
        params,
        response: contentAnswers('The document.', [docxType]),
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.typeId)
      return sendFound(request, reply, async () => {
        const { name, ...document } = await getTemplateDocument(app, actorOf(request), id)
        return { ...document, name: `${name}.docx`, contentType: docxType }
      })
    },
  )

  onPut(server, '/v2/contractTypes/:typeId/document', {
    config: {
      ...administer,
      documentedBodies: [docxType, 'application/octet-stream'].map((contentType) => ({
        contentType,
        schema: binary,
      })),
    },
    summary: 'Set the wizard document of a contract type',
    description:
      'Replaces the current one; with the first document the type gets a wizard. Every placeholder must name a field or a group of the wizard form: 400 names those that do not. docs/wizards.md explains how to write one.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, templateId: idOf(request.params.typeId) }
      await setTemplateDocument(app, actor, { ...key, bytes: documentIn(request) })
    },
  })

  onDelete(server, '/v2/contractTypes/:typeId/document', {
    config: administer,
    summary: 'Remove the wizard of a contract type',
    description: 'Contracts can then be created from documents only. Does nothing if there is none.',
    handler: async (request) => {
      const actor = actorOf(request)
      const key = { organisationId: actor.organisationId, templateId: idOf(request.params.typeId) }
      await removeTemplateDocument(app, actor, key)
    },
  })
}

function documentIn({ body }: FastifyRequest): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw badInput('document', 'is missing: send the Word document as the body.')
}
