// v2 of comparing versions: asking for a comparison, its changes and its text, and the redline for Word.
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { contentAnswers, sendFound } from '../../http/responses/send-content.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { askForComparison } from '../comparisons/ask-comparison.ts'
import { getCleanCopy } from '../comparisons/clean-copy.ts'
import { getComparison } from '../comparisons/comparison.ts'
import { getRedline, listComparisonBlocks, listComparisonChanges } from '../comparisons/read-comparison.ts'
import {
  changesQuery,
  changesSchema,
  changesToV2,
  comparedFromV2,
  comparisonSchema,
  comparisonToV2,
  newComparisonExample,
  newComparisonSchema,
  redlineQuery,
  redlineTextSchema,
  redlineTextToV2,
} from './comparisons.wire.ts'

const use = { access: { right: 'use' } } as const

const refOf = (params: {
  readonly fileId: string
  readonly version: string
  readonly comparisonId: string
}) => ({
  fileId: idOf(params.fileId),
  version: idOf(params.version),
  id: idOf(params.comparisonId),
})

export const comparisonRoutesV2: RouteModule = (server, app) => {
  onPost(server, '/v2/files/:fileId/versions/:version/comparisons', {
    config: { ...use, documentedBodies: jsonBody(newComparisonSchema, newComparisonExample) },
    operationId: 'compareFileVersions',
    summary: 'Compare a version with an earlier text',
    description:
      'Of Word documents: `before` is a version of this file or of another one. Tracked changes in either count as accepted. What was compared before is answered at once (200); else it is compared in the background: 202, and Location leads to the comparison, whose `state` says when it is done. It is kept as long as both versions are. 409 for what is no Word document, and 503 while too many of the organisation are waiting.',
    responses: { 200: comparisonSchema, 202: comparisonSchema },
    handler: async (request, reply) => {
      const after = { fileId: idOf(request.params.fileId), version: idOf(request.params.version) }
      const comparison = await askForComparison(app, actorOf(request), {
        before: comparedFromV2(request.body),
        after,
      })
      reply.header(
        'location',
        `/v2/files/${after.fileId}/versions/${after.version}/comparisons/${comparison.id}`,
      )
      if (comparison.state === 'Working') reply.code(202)
      return comparisonToV2(comparison, await app.wordToPdf.isAvailable())
    },
  })

  onGet(server, '/v2/files/:fileId/versions/:version/comparisons/:comparisonId', {
    config: use,
    summary: 'Get a comparison',
    description: 'For those who may see both documents.',
    returns: comparisonSchema,
    handler: async (request) =>
      comparisonToV2(
        await getComparison(app, actorOf(request), refOf(request.params)),
        await app.wordToPdf.isAvailable(),
      ),
  })

  onGet(server, '/v2/files/:fileId/versions/:version/comparisons/:comparisonId/changes', {
    config: use,
    summary: 'List the changes of a comparison',
    description:
      'In the order of the document, each with its clause, and with what it touches by its words. 409 until the comparison is done.',
    querystring: changesQuery,
    returns: changesSchema,
    handler: async (request) =>
      changesToV2(
        await listComparisonChanges(app, actorOf(request), refOf(request.params)),
        request.query.class,
      ),
  })

  onGet(server, '/v2/files/:fileId/versions/:version/comparisons/:comparisonId/text', {
    config: use,
    summary: 'Get the text of a comparison',
    description:
      'All paragraphs of both texts in order, in pieces that say what happened to them; those of tables with their cells. 409 until the comparison is done.',
    returns: redlineTextSchema,
    handler: async (request) =>
      redlineTextToV2(await listComparisonBlocks(app, actorOf(request), refOf(request.params))),
  })

  server.get(
    '/v2/files/:fileId/versions/:version/comparisons/:comparisonId/redline',
    {
      config: use,
      schema: {
        summary: 'Download the redline',
        description:
          'A Word document with the changes as tracked changes, made by the caller at the time of the download; or, with `format=Pdf`, a PDF that shows them. 409 until the comparison is done, and for a PDF where the installation makes none (`canMakePdf` of the comparison); 503 while too many are being made.',
        params: pathIds('fileId', 'version', 'comparisonId'),
        querystring: redlineQuery,
        response: contentAnswers('The document.'),
      },
    },
    async (request, reply) =>
      sendFound(request, reply, () =>
        getRedline(app, actorOf(request), {
          ...refOf(request.params),
          format: request.query.format ?? 'Docx',
        }),
      ),
  )

  server.get(
    '/v2/files/:fileId/versions/:version/cleanCopy',
    {
      config: use,
      schema: {
        summary: 'Download a clean copy of a version',
        description:
          'A Word document with all its tracked changes accepted, and without comments and the names of those who worked on it. 409 for what is no Word document.',
        params: pathIds('fileId', 'version'),
        response: contentAnswers('The document.'),
      },
    },
    async (request, reply) => {
      const version = { fileId: idOf(request.params.fileId), version: idOf(request.params.version) }
      return sendFound(request, reply, () => getCleanCopy(app, actorOf(request), version))
    },
  )
}
