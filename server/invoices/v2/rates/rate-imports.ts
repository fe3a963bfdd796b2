// v2 of agreeing many rates from a CSV.
import Type from 'typebox'
import { acceptRawBodies } from '../../../http/bodies/raw-body.ts'
import { readSmallFile } from '../../../http/bodies/small-file.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onPost } from '../../../http/routes.ts'
import { checkOnlySchema, csvBodies, rowProblemsSchema, validSchema } from '../../../http/v2/csv-imports.ts'
import { importRates, reportOnRates } from '../../rates/import-rates.ts'
import { mostRatesBytes } from '../../rates/rates-file.ts'
import { rateInputNames } from './rate-bodies.wire.ts'

const query = Type.Object(
  {
    firmId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The law firm.' }),
    checkOnly: checkOnlySchema,
    endEarlier: Type.Optional(
      Type.Boolean({ default: false, description: 'End earlier rates for the same work the day before.' }),
    ),
  },
  { additionalProperties: false },
)

const reportSchema = Type.Object(
  {
    valid: validSchema,
    added: Type.Integer({ description: 'Rates that are new.' }),
    unchanged: Type.Integer({ description: 'Rows that are agreed already.' }),
    ended: Type.Integer({ description: 'Earlier rates that end.' }),
    problems: rowProblemsSchema,
  },
  {
    title: 'AgreedRatesReport',
    examples: [
      {
        valid: false,
        added: 12,
        unchanged: 3,
        ended: 9,
        problems: [{ row: 4, column: 'Currency', message: 'must be a currency such as GBP.' }],
      },
    ],
  },
)

export const rateImportRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/agreedRates/imports', {
    config: { access: { right: 'manage-invoices' }, documentedBodies: csvBodies, inputNames: rateInputNames },
    operationId: 'importAgreedRates',
    summary: 'Agree rates from a CSV',
    description:
      'With the headings of the export, of at most 1 MiB and 5,000 rates. All rates of the file are agreed, or none: 400 names every mistake by row and column. Rows that are agreed already change nothing, so that a file can be sent again. With checkOnly=true the result is a report with the same information.',
    querystring: query,
    returns: reportSchema,
    handler: async (request) => {
      const { firmId, checkOnly = false, endEarlier = false } = request.query
      const { bytes } = await readSmallFile(request, mostRatesBytes)
      const asked = { firmId, bytes, endEarlier }
      const report = await (checkOnly ? reportOnRates : importRates)(app, actorOf(request), asked)
      return { valid: report.problems.length === 0, ...report, problems: [...report.problems] }
    },
  })
}
