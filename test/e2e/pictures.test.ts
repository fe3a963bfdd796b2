// The pages that the documentation shows: each opens for the person it is for. CHANCERY_TEST_WRITE_PICTURES=yes makes
// the pictures of docs/images again.
import { writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const folder = new URL('../../docs/images/', import.meta.url)
const isWriting = process.env['CHANCERY_TEST_WRITE_PICTURES'] === 'yes'
const counsel = 'counsel@harbour.example'

describe.skipIf(!chromiumPath())('pictures of the documentation', () => {
  test.each([
    ['home', counsel, '/', 'Waiting for you'],
    ['matters', counsel, '/matters', 'Distributor for the Baltics'],
    ['contract', counsel, '/contracts/1', 'Mutual Non-Disclosure Agreement'],
    ['matter', counsel, '/matters/3', 'Liability cap is with Sales for comment.'],
    ['search', counsel, '/search?q=lease', 'Lease of 14 Quay Street'],
    ['intake', counsel, '/intake', 'Distributor for the Baltics'],
    ['ask', 'requester@harbour.example', '/ask', 'Question about employment'],
  ])('%s', async (name, email, path, text) => {
    const page = await app.openAs({ email, password: 'chancery-demo' }, path, {
      viewport: { width: 1280, height: 860 },
    })
    await page.getByText(text).first().waitFor()
    await page.evaluate('document.fonts.ready')
    const picture = await page.screenshot({ animations: 'disabled' })
    expect(picture.length).toBeGreaterThan(10_000)
    if (isWriting) await writeFile(new URL(`${name}.png`, folder), picture)
  })
})
