// The pages of administrators of the installation in a browser, in the demo.
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
const ofFirm = { email: 'partner@ashfield.example', password: 'chancery-demo' }

describe.skipIf(!chromiumPath())('in the demo', () => {
  test('health says what is wrong and what to do, and when nothing is', async () => {
    const { app: parts } = app.parts
    const announced = await announceProcess(parts)
    const place = 's3://harbour-backups/chancery'
    await recordBackup(parts, { id: '2026-03-02T02-30-00-412Z-1c9f', place })
    await recordVerification(parts, { place, findings: 0 })
    const page = await app.openAs(administrator, '/administration/health')
    await page.getByText('Everything works').waitFor()
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
