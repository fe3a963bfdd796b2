// v2 of the adjusted invoice as a file.
import Type from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { badInput } from '../../platform/errors.ts'
import { type AdjustedFormat, getAdjustedFile } from '../adjusted-file.ts'

/** The formats by the names that callers use. */
const formats: ReadonlyMap<string, AdjustedFormat> = new Map([
  ['98BI', 'LEDES98BI V2'],
  ['1998B', 'LEDES1998B'],
  ['XML', 'LEDES XML 2.1'],
])

const answer = {
  200: {
    description: 'The file.',
    content: {
      'text/plain': { schema: { type: 'string', format: 'binary' } },
      'application/xml': { schema: { type: 'string', format: 'binary' } },
    },
  },
} as const

export const adjustedInvoiceRoutes: RouteModule = (server, app) => {
  server.get<{ Params: { invoiceId: string }; Querystring: { format?: string } }>(
    '/v2/invoices/:invoiceId/adjusted',
    {
      config: { access: { right: 'use' } },
      schema: {
        operationId: 'downloadAdjustedInvoice',
        summary: 'Download the adjusted invoice as LEDES',
        description:
          'An approved invoice with what was approved of each line, for both sides: what was taken off is the LINE_ITEM_ADJUSTMENT_AMOUNT of its line, in XML 2.1 its item_disc_cred_amount. The importer reads the same invoice from it. 409 before the approval, and where the format cannot say it: LEDES1998B has neither taxes nor currencies.',
        params: pathIds('invoiceId'),
        querystring: Type.Object({
          format: Type.Optional(
            Type.Unsafe<string>({ type: 'string', enum: [...formats.keys()], default: '98BI' }),
          ),
        }),
        response: answer,
      },
    },
    async (request, reply) => {
      const format = formats.get(request.query.format ?? '98BI')
      if (format === undefined) throw badInput('format', `must be one of ${[...formats.keys()].join(', ')}.`)
      const { name, text } = await getAdjustedFile(
        app,
        actorOf(request),
        idOf(request.params.invoiceId),
        format,
      )
      return reply
        .header(
          'content-type',
          `${format === 'LEDES XML 2.1' ? 'application/xml' : 'text/plain'}; charset=utf-8`,
        )
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
}
