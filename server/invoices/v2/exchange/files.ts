// v2 of the files that a law firm sends with its answers and its appeal.
import Type from 'typebox'
import { acceptRawBodies } from '../../../http/bodies/raw-body.ts'
import { readSmallFile } from '../../../http/bodies/small-file.ts'
import { idOf, pathIds } from '../../../http/ids.ts'
import { contentAnswers, sendFound } from '../../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onPost } from '../../../http/routes.ts'
import { servedContentType } from '../../../files/contents/content-type.ts'
import { openContent } from '../../../platform/storage/recorded-content.ts'
import { largestAnswerFile, mostAnswerFiles } from '../../exchange/answer-files.ts'
import { attachAnswerFile, getAnswerFile, removeAnswerFile } from '../../exchange/attach-file.ts'

const config = { access: { right: 'use' } } as const

const binary = { type: 'string', format: 'binary' }
const documentedBodies = [
  { contentType: 'application/octet-stream', schema: binary },
  { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
]

const query = Type.Object(
  {
    line: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'The number of the line that the file is about; without it, the whole answer.',
      }),
    ),
    fileName: Type.Optional(
      Type.String({ maxLength: 255, description: 'With its extension; needed unless a form has it.' }),
    ),
  },
  // a misspelled line must not become a file of the whole
  { additionalProperties: false },
)

const addedSchema = Type.Object(
  { id: Type.Integer() },
  { title: 'InvoiceAnswerFileAdded', examples: [{ id: 3 }] },
)

export const invoiceAnswerFileRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/invoices/:invoiceId/exchange/files', {
    config: { ...config, documentedBodies },
    operationId: 'addInvoiceAnswerFile',
    summary: 'Add a file to an answer or appeal',
    description: `For the law firm, until it answers or appeals: the file is sent with that, and only the firm sees it before. The body is the file, or a form has it; at most ${largestAnswerFile / 1024 / 1024} MiB each, and ${mostAnswerFiles} files. 409 if nothing is open, or there are as many already.`,
    querystring: query,
    creates: addedSchema,
    handler: async (request) => {
      const { line = null, fileName } = request.query
      const file = await readSmallFile(request, largestAnswerFile)
      const id = await attachAnswerFile(app, actorOf(request), idOf(request.params.invoiceId), {
        bytes: file.bytes,
        fileName: file.fileName ?? fileName,
        number: line,
      })
      return { id }
    },
  })

  server.get(
    '/v2/invoices/:invoiceId/exchange/files/:fileId',
    {
      config,
      schema: {
        operationId: 'downloadInvoiceAnswerFile',
        summary: 'Download a file of an answer or appeal',
        description:
          'For both sides, once it was sent; for the firm before that as well. It stays with the invoice.',
        params: pathIds('invoiceId', 'fileId'),
        response: contentAnswers('The file.'),
      },
    },
    async (request, reply) => {
      const { invoiceId, fileId } = request.params
      const of = { id: idOf(invoiceId), fileId: idOf(fileId) }
      return sendFound(request, reply, async () => {
        const file = await getAnswerFile(app, actorOf(request), of)
        return {
          ...file,
          contentType: servedContentType(file.contentType),
          open: (range) => openContent(app, file, range),
        }
      })
    },
  )

  onDelete(server, '/v2/invoices/:invoiceId/exchange/files/:fileId', {
    config,
    operationId: 'removeInvoiceAnswerFile',
    summary: 'Remove a file that was not sent yet',
    description: 'For the law firm. 409 for a file that was sent: it stays with the invoice.',
    handler: async (request) => {
      const { invoiceId, fileId } = request.params
      await removeAnswerFile(app, actorOf(request), idOf(invoiceId), idOf(fileId))
    },
  })
}
