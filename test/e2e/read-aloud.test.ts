// The pages as a screen reader reads them out: headings, names and states, in the order of the page. The stored texts
// have been read by a person; if you change a page, read the difference before it is stored with `npm test -- -u`.
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp({ demo: true })
const password = 'chancery-demo'
const MOST_LINES = 100

/** The name of the stored text, the person, the page, and what is there once it has loaded. */
const pages = [
  ['home', 'counsel', '/', 'Waiting for you'],
  ['approvals', 'contributor', '/approvals', 'Approvals'],
  ['matters', 'counsel', '/matters', 'All open'],
  ['matter', 'counsel', '/matters/3', 'Liability cap is with Sales for comment.'],
  ['contract', 'counsel', '/contracts/1?tab=details', 'Owner'],
  ['intake', 'counsel', '/intake', 'Distributor for the Baltics'],
  ['new-matter', 'counsel', '/matters/new', 'Type'],
  ['ask', 'requester', '/ask', 'Question about employment'],
  ['asked', 'requester', '/ask/1', 'What is it about?'],
  ['department', 'admin', '/department', 'My department'],
] as const

describe.skipIf(!chromiumPath())('read aloud', () => {
  test.each(pages)('%s of %s', async (name, person, path, text) => {
    const page = await app.openAs({ email: `${person}@harbour.example`, password }, path)
    await page.getByText(text).first().waitFor()
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
    // what is fetched after the first content has come as well
    await page.waitForLoadState('networkidle')
    const snapshot = await page.locator('main').ariaSnapshot()
    // addresses are not read out, and some have ids that every demo makes itself
    const heard = snapshot.split('\n').filter((line) => !/^ *- \/url: /.test(line))
    // of a list, its head and first rows
    await expect(`${heard.slice(0, MOST_LINES).join('\n')}\n`).toMatchFileSnapshot(`read-aloud/${name}.txt`)
  })
})
