// Answering lists of both versions within a time: every route that filters, sorts or counts as its caller likes reads
// through here.
import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { readList } from '../platform/lists/read-list.ts'

// of v2, with or without `$` and in any case; of v1, which always counts
const asking = /^(?:\$?(?:filter|orderby|count|skip)|(?:filtering|sorting)\..*)$/i

/**
 * Reads what the answer consists of, from the replica if there is one. Where the request says what is in it or in which
 * order, each statement ends after five seconds, and the answer is 503, which says what to leave out. `read` uses the
 * parts that it is given.
 */
export const answerList = <Result>(
  app: App,
  request: Pick<FastifyRequest, 'query'>,
  read: (reading: App) => Promise<Result>,
): Promise<Result> => readList(app, { demanding: isDemanding(request.query) }, read)

const isDemanding = (query: unknown): boolean =>
  Object.entries((query ?? {}) as Readonly<Record<string, unknown>>).some(
    ([name, value]) => asking.test(name) && value !== '' && value !== 'false' && value !== '0',
  )
