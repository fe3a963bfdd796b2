// Failed background jobs through v2: what is said of them, trying them again, discarding them.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { addInstallationAdministrator } from '../../../identity/users/installation-administrators.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { reasonOf } from '../failed-jobs.ts'

const parts = useTestApp()
const path = '/v2/installation/failedJobs'

let caller: Caller
let organisationId: number
beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  await addInstallationAdministrator(parts.app, systemActor('operator'), admin.id)
  caller = await callerFor(parts, admin)
})
afterEach(() => parts.app.database.pool.query('delete from graphile_worker._private_jobs'))

interface Made {
  readonly attempts: number
  readonly error?: string
}

async function make(
  job: string,
  { attempts, error = 'connect ECONNREFUSED 10.0.0.7:25' }: Made,
): Promise<string> {
  const { pool } = parts.app.database
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from graphile_worker.add_job($1, '{"organisationId":1,"secret":"contents"}')`,
    [job],
  )
  const id = rows[0]?.id ?? ''
  await pool.query('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
    id,
    attempts,
    error,
  ])
  return id
}

const shown = async () =>
  (await caller.get(path)).json<{ items: { id: string; state: string; reason: string }[] }>().items

const events = async () =>
  (
    await parts.app.database.pool.query<{ name: string; facts: object }>(
      `select name, facts from events where organisation_id = $1 and name like 'installation.%' order by id`,
      [organisationId],
    )
  ).rows

test('failed jobs are listed with the kind of error and none of its words [V-465]', async () => {
  await make('tidy-mails', { attempts: 0 })
  const retrying = await make('send-sealed-mail', {
    attempts: 2,
    error: '550 5.1.1 <jo@acme.example> unknown',
  })
  const failed = await make('index-file', { attempts: 25 })
  const answer = await caller.get(path)
  expect(answer.json<{ items: object[] }>().items).toMatchObject([
    {
      id: failed,
      state: 'Failed',
      reason: 'The other server did not accept the connection.',
      next: null,
      attempts: 25,
    },
    {
      id: retrying,
      state: 'Retrying',
      reason: 'The mail server rejected the mail.',
      next: expect.any(String),
    },
  ])
  for (const word of ['jo@acme.example', '10.0.0.7', 'contents']) expect(answer.body).not.toContain(word)
  expect(reasonOf('The file "Sale of Acme.docx" is odd')).toBe('Another error. The log has the details.')
})

test('a job is tried again with all its attempts, or discarded, and the history says so [V-465]', async () => {
  const again = await make('send-sealed-mail', { attempts: 25 })
  const gone = await make('index-file', { attempts: 25 })
  expect((await caller.post(`${path}/${again}/retry`, {})).statusCode).toBe(204)
  expect((await caller.post(`${path}/${gone}/discard`, {})).statusCode).toBe(204)
  expect(await shown()).toEqual([])
  const { rows } = await parts.app.database.pool.query<{ id: string; attempts: number; due: boolean }>(
    'select id::text as id, attempts::int as attempts, run_at <= clock_timestamp() as due from graphile_worker._private_jobs',
  )
  expect(rows).toEqual([{ id: again, attempts: 0, due: true }])
  expect(await events()).toMatchObject([
    { name: 'installation.job.retried', facts: { job: 'send-sealed-mail', number: again } },
    { name: 'installation.job.discarded', facts: { job: 'index-file', number: gone } },
  ])
})

test('a job that is worked on, waits or is gone is left alone [V-465]', async () => {
  const busy = await make('index-file', { attempts: 3 })
  const waiting = await make('tidy-mails', { attempts: 0 })
  await parts.app.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = $1`,
    [busy],
  )
  for (const act of ['retry', 'discard']) {
    expect((await caller.post(`${path}/${busy}/${act}`, {})).statusCode).toBe(409)
    for (const id of [waiting, '999999999', 'x'])
      expect((await caller.post(`${path}/${id}/${act}`, {})).statusCode).toBe(404)
  }
  const { rows } = await parts.app.database.pool.query('select id from graphile_worker._private_jobs')
  expect(rows).toHaveLength(2)
  expect(await events()).toEqual([])
})
