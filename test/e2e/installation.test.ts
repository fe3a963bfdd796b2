// The pages of administrators of the installation in a browser, in the demo.
import { statfs } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { announceProcess } from '../../server/platform/installation/server-processes.ts'
import {
  recordBackup,
  recordFailedBackup,
  recordVerification,
} from '../../server/operations/backup/results.ts'
import { chromiumPath } from '../peers/chromium.ts'
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
    await page.getByText(/does requests and background work/i).waitFor()
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

  test('other administrators have no such page', async () => {
    const page = await app.openAs(ofFirm, '/')
    await page.getByRole('navigation').first().waitFor()
    expect(await page.getByRole('link', { name: 'Health', exact: true }).count()).toBe(0)
  })
})
