// v2 of the templates of notices that end contracts: that of a contract type, and that of the organisation for the
// types without one.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { docxType } from '../../platform/documents/text/text-formats.ts'
import { badInput } from '../../platform/errors.ts'
import {
  getNoticeTemplate,
  noticeNames,
  type NoticeScope,
  type NoticeSource,
  openNoticeTemplate,
  removeNoticeTemplate,
  setNoticeTemplate,
} from '../renewals/notices/notice-template.ts'

const administer = { access: { right: 'administer' } } as const
const largest = 64 * 1024 * 1024

const sources = {
  Type: 'ContractType',
  Organisation: 'Organization',
  BuiltIn: 'BuiltIn',
} as const satisfies Record<NoticeSource, string>

const templateSchema = Type.Object(
  {
    source: Type.Unsafe<(typeof sources)[NoticeSource]>({
      type: 'string',
      enum: Object.values(sources),
      description: 'Whose template counts: that of the type, that of the organization, or the built-in text.',
    }),
    placeholders: Type.Array(Type.String(), { description: 'Those of the template that counts.' }),
    known: Type.Array(Type.String(), {
      description: 'The placeholders that any notice can have, beside the fields of the contract.',
    }),
  },
  {
    title: 'NoticeTemplate',
    examples: [
      {
        source: 'ContractType',
        placeholders: ['otherParty', 'expiry', 'noticeClause'],
        known: [...noticeNames],
      },
    ],
  },
)

const each = [
  {
    path: '/v2/contractTypes/:typeId/noticeTemplate',
    content: '/v2/contractTypes/:typeId/noticeTemplate/content',
    params: pathIds('typeId'),
    of: 'of a contract type',
    meanwhile:
      'The notices of its contracts are then made from the template of the organization, if it has one.',
  },
  {
    path: '/v2/noticeTemplate',
    content: '/v2/noticeTemplate/content',
    params: undefined,
    of: 'of the organization',
    meanwhile: 'Types without their own use the built-in text then.',
  },
] as const

/** The type that the address names; without one, the organisation. */
const scopeOf = (request: FastifyRequest): NoticeScope => {
  const { typeId } = request.params as { readonly typeId?: string }
  return {
    organisationId: actorOf(request).organisationId,
    templateId: typeId === undefined ? null : idOf(typeId),
  }
}

export const noticeTemplateRoutes: RouteModule = (server, app) => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
    done(null, body),
  )
  for (const { path, content, params, of, meanwhile } of each) {
    onGet(server, path, {
      config: administer,
      summary: `Get the template of the notices ${of}`,
      description:
        'What a notice is made from when it is decided that a contract ends, and the placeholders of that document.',
      returns: templateSchema,
      handler: async (request) => {
        const { source, names } = await getNoticeTemplate(app, scopeOf(request))
        return { source: sources[source], placeholders: [...names], known: [...noticeNames] }
      },
    })

    server.get(
      content,
      {
        config: administer,
        schema: {
          summary: `Download the template of the notices ${of}`,
          description:
            'As it was uploaded, with its placeholders; the built-in text with placeholders, to start from, while there is none.',
          ...(params ? { params } : {}),
          response: contentAnswers('The document.', [docxType]),
        },
      },
      async (request, reply) =>
        sendFound(request, reply, async () => {
          const document = await openNoticeTemplate(app, scopeOf(request))
          return { ...document, name: 'Notice of non-renewal.docx', contentType: docxType }
        }),
    )

    onPut(server, path, {
      config: {
        ...administer,
        documentedBodies: [docxType, 'application/octet-stream'].map((contentType) => ({
          contentType,
          schema: { type: 'string', format: 'binary' },
        })),
      },
      summary: `Set the template of the notices ${of}`,
      description:
        'The body is a Word document, which replaces the current one. Its placeholders name what any notice can have, or a field: 400 names those that do not. What is not known of a contract stands in square brackets in its notice.',
      handler: async (request) => {
        const { body } = request
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw badInput('document', 'is missing: send the Word document as the body.')
        await setNoticeTemplate(app, actorOf(request), { scope: scopeOf(request), bytes: body })
      },
    })

    onDelete(server, path, {
      config: administer,
      summary: `Remove the template of the notices ${of}`,
      description: `${meanwhile} Does nothing if there is none.`,
      handler: async (request) => {
        await removeNoticeTemplate(app, actorOf(request), scopeOf(request))
      },
    })
  }
}
