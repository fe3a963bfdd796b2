// v2 of failed background jobs of the installation.
import Type from 'typebox'
import { pathParameters } from '../../../http/ids.ts'
import { actorOf, type Server } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { nullable, oneOf } from '../../../http/v2/references.wire.ts'
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import { discardJob, type FailedJob, listFailedJobs, retryJob } from '../failed-jobs.ts'

const ofInstallation = { access: { right: 'administer-installation' } } as const
const params = pathParameters({ jobId: 'int64' })

const schema = Type.Object(
  {
    id: Type.String(),
    job: Type.String({ description: 'What it does.' }),
    state: oneOf(['Failed', 'Retrying'] as const, {
      description: 'Failed: no attempts are left. Retrying: it will be tried again automatically.',
    }),
    attempts: Type.Integer(),
    mostAttempts: Type.Integer(),
    reason: Type.String({ description: 'The kind of error. The log has the details under the id.' }),
    created: Type.String({ format: 'date-time' }),
    lastTried: Type.String({ format: 'date-time' }),
    next: nullable<string>('string', {
      format: 'date-time',
      description: 'When it will be tried again automatically.',
    }),
  },
  {
    title: 'FailedJob',
    examples: [
      {
        id: '812',
        job: 'send-sealed-mail',
        state: 'Retrying',
        attempts: 3,
        mostAttempts: 25,
        reason: 'The other server did not accept the connection.',
        created: '2026-05-06T10:00:00.000Z',
        lastTried: '2026-05-06T10:05:00.000Z',
        next: '2026-05-06T10:06:00.000Z',
      },
    ],
  },
)

const toV2 = ({ createdAt, triedAt, nextAt, ...job }: FailedJob) => ({
  ...job,
  created: createdAt.toISOString(),
  lastTried: triedAt.toISOString(),
  next: nextAt?.toISOString() ?? null,
})

// ids of the queue are bigints, which are no ids of v2
function numberIn(jobId: string): string {
  if (!/^\d{1,18}$/.test(jobId)) throw notFound()
  return jobId
}

/** Adds the routes of failed jobs, which belong to those of health. */
export function addFailedJobRoutes(server: Server, app: App): void {
  onGet(server, '/v2/installation/failedJobs', {
    config: ofInstallation,
    operationId: 'listFailedJobs',
    summary: 'List the background jobs that failed',
    description:
      'Jobs without attempts left first, then those that will be tried again automatically, each with the kind of error. The data of the job and the text of the error are only in the log.',
    querystring: Type.Object(pageQuery),
    returns: itemsSchema(schema),
    handler: async (request) => ({
      items: (await listFailedJobs(app.db, pageOf(request.query))).map(toV2),
    }),
  })

  onPost(server, '/v2/installation/failedJobs/:jobId/retry', {
    config: { ...ofInstallation, act: 'failedJobs' },
    operationId: 'retryFailedJob',
    summary: 'Try a failed background job again',
    description: 'Right away, with all its attempts. Recorded in the history of your organisation.',
    params,
    handler: (request) => retryJob(app, actorOf(request), numberIn(request.params.jobId)),
  })

  onPost(server, '/v2/installation/failedJobs/:jobId/discard', {
    config: { ...ofInstallation, act: 'failedJobs' },
    operationId: 'discardFailedJob',
    summary: 'Discard a failed background job',
    description:
      'The work of the job will not be done: a mail is never sent, or the text of a file cannot be searched. Recorded in the history of your organisation.',
    params,
    handler: (request) => discardJob(app, actorOf(request), numberIn(request.params.jobId)),
  })
}
