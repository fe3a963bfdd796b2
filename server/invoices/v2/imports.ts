// v2 of importing invoices from files of billing programs: LEDES 1998B, 98BI V2 and XML 2.1.
import Type from 'typebox'
import { takeRawBodies } from '../../http/bodies/raw-body.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { readSmallFile } from '../../http/bodies/small-file.ts'
import { importInvoices } from '../commands/import-invoices.ts'
import { checkInvoiceFile } from '../judge-file.ts'
import { importSchema, importToV2, reportSchema, reportToV2 } from './imports.wire.ts'

// the file is judged in one go, and nothing else is answered meanwhile
const mostBytes = 5 * 1024 * 1024

const binary = { type: 'string', format: 'binary' }
const documentedBodies = [
  ...['text/plain', 'application/xml', 'application/octet-stream'].map((contentType) => ({
    contentType,
    schema: binary,
  })),
  { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
]

// a check that is misspelled must not import
const closed = { additionalProperties: false }
const query = Type.Object(
  {
    checkOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Answer what is found in the file, and write nothing.' }),
    ),
    post: Type.Optional(
      Type.Boolean({ default: true, description: 'Post the invoices at once; otherwise they stay drafts.' }),
    ),
    serviceProviderId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: "The law firm, when somebody of its customer sends the firm's file.",
      }),
    ),
    vendorName: Type.Optional(
      Type.String({ maxLength: 255, description: 'Instead of a law firm: whoever else is to be paid.' }),
    ),
    fileName: Type.Optional(Type.String({ maxLength: 255 })),
  },
  closed,
)

export const invoiceImportRoutes: RouteModule = (server, app) => {
  takeRawBodies(server)
  server.post(
    '/v2/invoices/imports',
    {
      config: { access: { right: 'use' }, documentedBodies },
      schema: {
        summary: 'Import invoices from a LEDES file',
        description:
          'LEDES 1998B, LEDES 98BI V2 or LEDES XML 2.1, as the body or in a form, of 5 MiB at most. All invoices of the file are imported, or none: 400 names every mistake by row and column. With checkOnly=true the same is answered as a report. The file is kept as it came. docs/ledes.md has the rules.',
        querystring: query,
        response: { 200: reportSchema, 201: importSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { checkOnly = false, fileName, ...options } = request.query
      const file = await readSmallFile(request, mostBytes)
      const named = { bytes: file.bytes, fileName: file.fileName ?? fileName }
      if (checkOnly) return reportToV2(await checkInvoiceFile(app, actor, named, options))
      return reply.code(201).send(importToV2(await importInvoices(app, actor, named, options)))
    },
  )
}
