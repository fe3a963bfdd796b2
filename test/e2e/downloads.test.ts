// What outsiders uploaded, opened in a real browser: it is saved, and nothing in it runs.
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { createFileWorld, type FileWorld, upload } from '../fixtures/files.ts'
import { accessTokenFor } from '../tokens.ts'
import { serveWebApp } from './web-app.ts'

const { parts, origin, open } = await serveWebApp()
let here: FileWorld
let token: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  token = await accessTokenFor(parts.app, here.owner)
})

const script = `fetch('/ran')`
const hostile: readonly (readonly [string, string])[] = [
  ['page.html', `<!doctype html><script>${script}</script>`],
  ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`],
  [
    'sheet.xml',
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
  ],
  ['code.js', script],
  ['mail.eml', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>${script}</script>`],
  ['both.gif', `GIF89a/*\0*/=1;${script}`],
  ['form.pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'],
]

describe.skipIf(!chromiumPath())('a download in a browser', () => {
  test.each(hostile)('%s is saved and does not run', async (name, content) => {
    const id = (await upload(here.asOwner, here.contractId, { name, content })).json<number>()
    const page = await open({ extraHTTPHeaders: { authorization: `Bearer ${token}` } })
    const ran: string[] = []
    page.on('request', (request) => request.url().endsWith('/ran') && ran.push(request.url()))
    const saved = page.waitForEvent('download')
    // an address that is saved instead of shown ends the navigation
    await page.goto(`${origin}/file-apis/v1/files/${id}/download`).catch(() => undefined)
    expect((await saved).suggestedFilename()).toBe(name)
    expect(page.url()).toBe('about:blank')
    expect(ran).toEqual([])
  })
})
