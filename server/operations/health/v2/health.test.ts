// The health of the installation through v2: who may read it, and what it says is wrong.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import {
  addInstallationAdministrator,
  listInstallationAdministrators,
  removeInstallationAdministrator,
} from '../../../identity/users/installation-administrators.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { announceProcess } from '../../../platform/installation/server-processes.ts'
import { recordBackup, recordFailedBackup, recordVerification } from '../../backup/results.ts'

const parts = useTestApp()
const operator = systemActor('operator')
const path = '/v2/installation/health'

let admin: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const health = async () => (await caller.get(path)).json<HealthAnswer>()
interface HealthAnswer {
  readonly state: string
  readonly concerns: readonly { area: string; severity: string; problem: string; remedy: string }[]
  readonly queue: { failed: number; waiting: number; jobs: readonly { job: string; failed: number }[] }
  readonly processes: readonly object[]
}

/** Works as in production, where backups are needed. */
async function inProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const { config } = parts.app
  Object.assign(config, { environment: 'production' })
  try {
    return await work()
  } finally {
    Object.assign(config, { environment: 'sandbox' })
  }
}

test('only an active administrator whom the operator has named reads it [V-460]', async () => {
  expect((await caller.get(path)).statusCode).toBe(403)
  expect((await caller.get('/v2/me')).json()).toMatchObject({ can: { administerInstallation: false } })
  expect(await addInstallationAdministrator(parts.app, operator, admin.id)).toBe(true)
  expect(await addInstallationAdministrator(parts.app, operator, admin.id)).toBe(false)
  expect((await caller.get(path)).statusCode).toBe(200)
  expect((await caller.get('/v2/me')).json()).toMatchObject({ can: { administerInstallation: true } })
  const { organisationId } = admin
  const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
  expect((await (await callerFor(parts, other)).get(path)).statusCode).toBe(403)
  const counsel = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  await expect(addInstallationAdministrator(parts.app, operator, counsel.id)).rejects.toThrow(
    'no active administrator',
  )

  // losing the role loses this as well, until it is given back
  const role = (name: string) =>
    internalTransaction(parts.app, (tx) =>
      tx.updateTable('users').set({ role: name }).where('id', '=', admin.id).execute(),
    )
  await role('InhouseLegal')
  expect((await caller.get(path)).statusCode).toBe(403)
  expect(await listInstallationAdministrators(parts.app)).toMatchObject([
    { email: admin.email, counts: false },
  ])
  await role('Administrator')
  expect((await caller.get(path)).statusCode).toBe(200)
  expect(await removeInstallationAdministrator(parts.app, operator, admin.id)).toBe(true)
  expect(await removeInstallationAdministrator(parts.app, operator, admin.id)).toBe(false)
  expect((await caller.get(path)).statusCode).toBe(403)
  const { rows } = await parts.app.database.pool.query<{ name: string }>(
    `select name from events where organisation_id = $1 and name like 'user.installation.%' order by id`,
    [organisationId],
  )
  expect(rows.map(({ name }) => name)).toEqual(['user.installation.added', 'user.installation.removed'])
})

test('a process is listed while it serves, and missed when it falls silent [V-461]', async () => {
  await addInstallationAdministrator(parts.app, operator, admin.id)
  expect((await health()).concerns).toContainEqual(
    expect.objectContaining({ area: 'Processes', severity: 'Failing' }),
  )
  const announced = await announceProcess(parts.app)
  const { processes, concerns } = await health()
  expect(processes).toMatchObject([{ role: 'all', processId: process.pid, alive: true }])
  expect(concerns.filter(({ area }) => area === 'Processes')).toEqual([])
  await internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('server_processes')
      .set({ seen_at: new Date(parts.app.clock.databaseTime().getTime() - 300_000) })
      .execute(),
  )
  const silent = await health()
  expect(silent.processes).toMatchObject([{ alive: false }])
  expect(silent.concerns[0]).toMatchObject({ area: 'Processes', severity: 'Failing' })
  expect(silent.concerns.map(({ problem }) => problem).join()).toContain('has not reported for 5 minutes')
  await announced.stop()
  expect((await health()).processes).toEqual([])
})

test('backups that are missing, old, failed or damaged are said, and in the first steps as well [V-462]', async () => {
  await addInstallationAdministrator(parts.app, operator, admin.id)
  const problems = () =>
    inProduction(async () =>
      (await health()).concerns.filter(({ area }) => area === 'Backup').map(({ problem }) => problem),
    )
  const step = () =>
    inProduction(async () =>
      (await caller.get('/v2/firstSteps'))
        .json<{ items: { step: string; done: boolean; attention: string[] }[] }>()
        .items.find((each) => each.step === 'Backup'),
    )
  expect(await problems()).toEqual(['No backup has been made.'])
  expect(await step()).toMatchObject({ done: false, attention: [] })
  const place = '/backup/chancery'
  await recordBackup(parts.app, { id: '2026-03-02T02-30-00-412Z-1c9f', place })
  expect(await problems()).toEqual(['No backup has been verified.'])
  await recordVerification(parts.app, { place, findings: 0 })
  expect(await problems()).toEqual([])
  expect(await step()).toMatchObject({ done: true, attention: [] })
  parts.clock.advance({ days: 2 })
  // the token has expired meanwhile
  caller = await callerFor(parts, admin)
  expect(await problems()).toEqual(['The newest backup is 2 days old.'])
  expect(await step()).toMatchObject({ done: true, attention: ['The newest backup is 2 days old.'] })
  await recordFailedBackup(parts.app, 'ENOSPC: no space left at /backup/chancery')
  const answer = await inProduction(() => caller.get(path))
  expect(answer.body).not.toContain('ENOSPC')
  expect(await problems()).toContain('The last backup failed.')
  await recordBackup(parts.app, { id: '2026-03-04T02-30-00-412Z-1c9f', place })
  await recordVerification(parts.app, { place, findings: 2 })
  expect(await problems()).toEqual([
    'The last verification found 2 things missing or damaged in the backups.',
  ])
})

test('jobs are counted by name, and late and failed ones are said, mails by themselves [V-463]', async () => {
  await addInstallationAdministrator(parts.app, operator, admin.id)
  const { pool } = parts.app.database
  await pool.query(`select graphile_worker.add_job('send-sealed-mail', '{"organisationId":1,"id":1}')`)
  await pool.query(
    `select graphile_worker.add_job('tidy-mails', '{}', run_at => now() - interval '10 minutes')`,
  )
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'secret words'
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-sealed-mail')`)
  try {
    const answer = await caller.get(path)
    const { queue, concerns, state } = answer.json<HealthAnswer>()
    expect(state).toBe('Failing')
    expect(queue).toMatchObject({ waiting: 1, failed: 1 })
    expect(queue.jobs).toMatchObject([
      { job: 'send-sealed-mail', failed: 1 },
      { job: 'tidy-mails', failed: 0 },
    ])
    const problems = concerns.map(({ problem }) => problem)
    expect(problems).toContain('A mail could not be sent.')
    expect(problems).toContain('A job has failed: send-sealed-mail.')
    expect(problems).toContain('Background work is late: the oldest job has waited for 10 minutes.')
    expect(answer.body).not.toContain('secret words')
  } finally {
    await pool.query('delete from graphile_worker._private_jobs')
  }
})
