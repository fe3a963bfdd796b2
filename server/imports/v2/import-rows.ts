// v2 of the rows of an import: what is wrong with them, and what has become of them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { attachmentNamed } from '../../http/responses/send-content.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import { csvOf } from '../../platform/spreadsheets/csv.ts'
import { getImport } from '../import.ts'
import { listOutcomes, type Outcome, outcomes, resultOf } from '../result.ts'
import { listProblems } from '../work/problems.ts'
import { outcomesSchema, outcomeToV2, problemsSchema, problemToV2 } from './imports.wire.ts'

const config = { access: { right: 'administer' } } as const
const binary = { type: 'string', format: 'binary' }

export const importRowRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/imports/:importId/problems', {
    config,
    summary: 'List what is wrong with an import',
    description:
      'What the last check has found, each problem once with the rows that have it: those of most rows first.',
    querystring: Type.Object(pageQuery),
    returns: problemsSchema,
    handler: async (request) => {
      const one = await getImport(app.db, actorOf(request), idOf(request.params.importId))
      return { items: (await listProblems(app.db, one, pageOf(request.query))).map(problemToV2) }
    },
  })

  onGet(server, '/v2/imports/:importId/rows', {
    config,
    operationId: 'listImportRows',
    summary: 'List the rows of an import that have an outcome',
    description:
      'Kept: what an undo has left, because somebody has worked on it since or it has to stay, with the reason. Skipped: what could not be made. In the order of the table.',
    querystring: Type.Object({
      ...pageQuery,
      outcome: Type.Unsafe<Outcome>({ type: 'string', enum: [...outcomes] }),
    }),
    returns: outcomesSchema,
    handler: async (request) => {
      const { outcome, ...page } = request.query
      const one = await getImport(app.db, actorOf(request), idOf(request.params.importId))
      const rows = await listOutcomes(app.db, one, { outcome, ...pageOf(page) })
      return { items: rows.map(outcomeToV2) }
    },
  })

  onGet(server, '/v2/imports/:importId/result', {
    config,
    summary: 'Download what has become of each row',
    description:
      'As CSV: the number of the row, its outcome (Made, Skipped, Undone or Kept), the id of what was made, the reason, and the row as it was sent.',
    responses: {
      200: { description: 'The table, while it is read.', content: { 'text/csv': { schema: binary } } },
    },
    handler: async (request, reply) => {
      const { name, table } = await resultOf(app, actorOf(request), idOf(request.params.importId))
      return reply
        .header('content-disposition', attachmentNamed(`${name}.csv`))
        .type('text/csv; charset=utf-8; header=present')
        .send(csvOf(table))
    },
  })
}
