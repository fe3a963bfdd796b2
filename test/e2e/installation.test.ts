// The pages of administrators of the installation in a browser, in the demo.
import { statfs } from 'node:fs/promises'
import { describe, test } from 'vitest'
import { announceProcess } from '../../server/platform/installation/server-processes.ts'
import {
  recordBackup,
  recordFailedBackup,
  recordVerification,
} from '../../server/operations/backup/results.ts'
import { startBulkChange } from '../../server/records/bulk/commands/start-bulk-change.ts'
import { actorFor } from '../fixtures/actors.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { absent } from './absence.ts'
import { look } from './look.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const administrator = { email: 'admin@harbour.example', password: 'chancery-demo' }
// nothing works on the jobs of the demo here, which may have been made long before
const makeJobsDueNow = () =>
  app.parts.app.database.pool.query('update graphile_worker._private_jobs set run_at = now()')

/** What the page says first when there is nothing to do but on a machine with little room. */
async function expectedState(): Promise<string> {
  const { bavail, bsize } = await statfs(app.parts.app.config.stateDir)
  return bavail * bsize < 5e9 ? 'The disk of the state folder has less than 5 GB left.' : 'Everything works'
}
const ofFirm = { email: 'partner@ashfield.example', password: 'chancery-demo' }

describe.skipIf(!chromiumPath())('in the demo', () => {
  test('health says what is wrong and what to do, and when nothing is', async () => {
    const { app: parts } = app.parts
    const announced = await announceProcess(parts)
    const place = 's3://harbour-backups/chancery'
    await recordBackup(parts, { id: '2026-03-02T02-30-00-412Z-1c9f', place })
    await recordVerification(parts, { place, findings: 0 })
    await makeJobsDueNow()
    const page = await app.openAs(administrator, '/administration/health')
    await page.getByText(await expectedState()).waitFor()
    await page.getByText(/Handles requests and background work/).waitFor()
    await page.getByText(/2026-03-02T02-30-00-412Z-1c9f/).waitFor()
    await recordFailedBackup(parts, 'ENOSPC')
    await page.reload()
    await page.getByText('The last backup failed.').waitFor()
    await page.getByText(/What to do: The log says why/).waitFor()
    await look(page, 'health')
    await page.goto(`${app.origin}/#/administration/first-steps`)
    await page.getByText('Needs attention').waitFor()
    await look(page, 'first-steps-attention')
    await page.getByRole('link', { name: 'Health of the installation' }).click()
    await page.waitForURL(/administration\/health/)
    await announced.stop()
  })

  test('failed jobs are tried again and discarded, background work is stopped', async () => {
    const { app: parts } = app.parts
    const { pool } = parts.database
    const add = async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select id::text as id from graphile_worker.add_job('send-sealed-mail', '{}')`,
      )
      const id = rows[0]?.id ?? ''
      await pool.query(
        `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'connect ECONNREFUSED'
          where id = $1`,
        [id],
      )
      return id
    }
    const [again, gone] = [await add(), await add()]
    const page = await app.openAs(administrator, '/administration/health')
    await page.getByText('The other server did not accept the connection.').first().waitFor()
    await look(page, 'failed-jobs')
    await page.getByRole('button', { name: `Try job ${again} again` }).click()
    await page.getByText(`Job ${again} will be tried again now.`).waitFor()
    await page.getByRole('button', { name: `Discard job ${gone}…` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByText(`Job ${gone} was discarded.`).waitFor()
    await pool.query('delete from graphile_worker._private_jobs')

    const { rows } = await pool.query<{ id: string }>(`select id from users where email = $1`, [
      administrator.email,
    ])
    const asked = {
      list: 'matters',
      ids: [1, 2],
      change: { restricted: true },
      onlyEmpty: false,
      checkOnly: true,
    }
    await startBulkChange(parts, await actorFor(parts, { id: rows[0]?.id ?? '' }), asked)
    await page.goto(`${app.origin}/#/administration/jobs`)
    await page.getByText('Trial run of a bulk change: matters').waitFor()
    await look(page, 'background-work')
    await page.getByRole('button', { name: 'Stop Trial run of a bulk change: matters…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped').waitFor()
    await page.getByLabel('Only running or waiting').check()
    await page.getByText('Nothing is running or waiting.').waitFor()
  })

  test('other administrators have no such page', async () => {
    const page = await app.openAs(ofFirm, '/')
    await page.getByRole('navigation').first().waitFor()
    await absent(page.getByRole('link', { name: 'Health', exact: true }))
  })
})
