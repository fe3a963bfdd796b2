// What a page costs when it is opened for the first time: counted in files and bytes, and by how far it moves.
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../peers/chromium.ts'
import { firstLoadOf } from '../peers/first-load.ts'
import { serveWebApp } from './web-app.ts'

const { origin, open, signInAs } = await serveWebApp({ demo: true })
const counsel = { email: 'counsel@harbour.example', password: 'chancery-demo' }

const KB = 1000
const mostFiles = 25
const mostShift = 0.02

/** What each page is for, and the kilobytes that it may load before it is there. */
const pages = [
  { name: 'home', route: '/', content: 'main li a', most: 260 },
  { name: 'the list of matters', route: '/matters?view=all', content: '[role="grid"] a', most: 260 },
  { name: 'the list of contracts', route: '/contracts?view=all', content: '[role="grid"] a', most: 261 },
  { name: 'a matter', route: '/matters/1', content: '[role="tabpanel"] button', most: 280 },
  { name: 'a contract', route: '/contracts/1', content: '[role="tabpanel"] button', most: 280 },
]

describe.skipIf(!chromiumPath())('the first load of', () => {
  test.each(pages)('$name', async ({ route, content, most }) => {
    const page = await open()
    await signInAs(page, counsel)
    const loaded = await firstLoadOf(page, { address: `${origin}/#${route}`, content })
    expect(loaded.files, loaded.names.join(' ')).toBeLessThanOrEqual(mostFiles)
    expect(loaded.bytes, loaded.names.join(' ')).toBeLessThanOrEqual(most * KB)
    expect(loaded.shift).toBeLessThan(mostShift)
  })
})
