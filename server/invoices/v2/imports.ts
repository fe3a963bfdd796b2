// v2 of importing invoices from files of billing software: LEDES 1998B, 98BI V2, XML 2.0 and 2.1.
import Type from 'typebox'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { readSmallFile } from '../../http/bodies/small-file.ts'
import { importInvoices } from '../commands/import-invoices.ts'
import { reportOnFile } from '../imports/check-invoice-file.ts'
import { importSchema, importToV2, reportSchema, reportToV2 } from './imports.wire.ts'

// a limit, because parts of the check run on the main thread
const mostBytes = 5 * 1024 * 1024

const binary = { type: 'string', format: 'binary' }
const documentedBodies = [
  ...['text/plain', 'application/xml', 'application/octet-stream'].map((contentType) => ({
    contentType,
    schema: binary,
  })),
  { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
]

// a misspelled checkOnly must not import
const closed = { additionalProperties: false }
const query = Type.Object(
  {
    checkOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Report what the file contains, and write nothing.' }),
    ),
    post: Type.Optional(
      Type.Boolean({ default: true, description: 'Post the invoices; otherwise they stay drafts.' }),
    ),
    serviceProviderId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "The law firm, if its customer imports the firm's file.",
      }),
    ),
    vendorName: Type.Optional(
      Type.String({ maxLength: 255, description: 'Instead of a law firm: any other payee.' }),
    ),
    fileName: Type.Optional(Type.String({ maxLength: 255 })),
  },
  closed,
)

export const invoiceImportRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/invoices/imports', {
    config: { access: { right: 'use' }, documentedBodies },
    operationId: 'importInvoices',
    summary: 'Import invoices from a LEDES file',
    description:
      'LEDES 1998B, LEDES 98BI V2, LEDES XML 2.0 or 2.1, as the body or in a form, of at most 5 MiB. All invoices of the file are imported, or none: 400 names every mistake by row and column. With checkOnly=true the result is a report with the same information. The file is stored unchanged. The rules are in docs/ledes.md.',
    querystring: query,
    responses: { 200: reportSchema, 201: importSchema },
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { checkOnly = false, fileName, ...options } = request.query
      const file = await readSmallFile(request, mostBytes)
      const named = { bytes: file.bytes, fileName: file.fileName ?? fileName }
      if (checkOnly) return reportToV2(await reportOnFile(app, actor, named, options))
      return reply.code(201).send(importToV2(await importInvoices(app, actor, named, options)))
    },
  })
}
