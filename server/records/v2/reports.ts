// v2 of the records of a kind as a whole: exports, counts by groups, changes of many.
import type Type from 'typebox'
import type { InputNames } from '../../http/input-names.ts'
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import {
  bulkAnswer,
  type BulkChange,
  bulkDescription,
  bulkSchema,
  bulkStarted,
  changeMany,
} from '../../http/v2/reports/bulk.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import type { AnyKind } from '../record-kind.ts'

/** How the records of a kind are exported, counted and changed. */
export interface RecordReports<Changes> {
  /** How many are changed; its source is the list of them. */
  readonly bulk: BulkChange<Changes>
  /** What a change may contain, and a request with one. */
  readonly schema: Type.TSchema
  readonly example: object
  readonly inputNames: InputNames
  /** What is to be said of the change beyond what holds for all. */
  readonly more?: string
}

const config = { access: { right: 'use' } } as const

/** The routes that export the records of a kind, count them by groups, and change many. */
export const reportRoutesV2 =
  <Changes>(
    { names: { many } }: Pick<AnyKind, 'names'>,
    { bulk, schema, example, inputNames, more }: RecordReports<Changes>,
  ): RouteModule =>
  (server, app) => {
    server.get(
      `/v2/${many}/export`,
      { config, ...skipSchemaValidation, schema: exportSchema(many) },
      (request, reply) => exportList(app, request, reply, bulk.source),
    )
    server.get(
      `/v2/${many}/summary`,
      { config, ...skipSchemaValidation, schema: summarySchema(many) },
      (request) => summariseList(app, request, bulk.source),
    )
    onPost(server, `/v2/${many}/bulk`, {
      config: { ...config, documentedBodies: jsonBody(bulkSchema(schema), example), inputNames },
      summary: `Change many ${many}`,
      description: more ? `${bulkDescription} ${more}` : bulkDescription,
      responses: { 200: bulkAnswer, 202: bulkStarted },
      handler: (request, reply) => changeMany(app, request, reply, bulk),
    })
  }
