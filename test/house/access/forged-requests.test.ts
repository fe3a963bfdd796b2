// What another site can make a browser send: every route that changes something is called with the cookie of somebody
// who is signed in and may do everything, without the proofs that only the web app can give.
import { beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../peers/browser.ts'
import { useTestApp } from '../../test-app.ts'
import { cases } from './cases.ts'
import { writesSoFar } from './rows.ts'
import { createWorld } from './world.ts'

const parts = useTestApp()
let browser: ReturnType<typeof openBrowser>
beforeAll(async () => {
  const { people } = await createWorld(parts.app, parts.server)
  browser = openBrowser(parts.server)
  await browser.signIn(people.owner.email)
})

const forgeries: readonly Readonly<Record<string, string>>[] = [
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'x'.repeat(43) },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

const changing = cases.filter(({ route }) => !/^(?:GET|HEAD) /.test(route))

test('a request that another site made the browser send changes nothing, at any route [A-124]', async () => {
  const before = await writesSoFar(parts.app)
  let refused = 0
  for (const { route } of changing) {
    const [method, path = ''] = route.split(' ')
    const url = path.replaceAll(/:\w+/g, '1')
    for (const headers of forgeries) {
      const answer = await browser.call(method as 'POST', url, {}, { headers })
      // addresses of v1 know no cookie
      expect([401, 403], `${route} ${JSON.stringify(headers)}: ${answer.body}`).toContain(answer.statusCode)
      if (answer.statusCode === 403) expect(answer.body).toMatch(/x-csrf-token|another site/)
      refused++
    }
  }
  expect(await writesSoFar(parts.app)).toBe(before)
  expect(refused).toBe(changing.length * forgeries.length)
  expect(refused).toBeGreaterThan(1_000)
})

test('with the proofs, the same requests are not taken for forged ones', async () => {
  for (const { route } of changing) {
    if (!route.includes(' /v2/') || !route.includes('/:')) continue
    const [method, path = ''] = route.split(' ')
    const answer = await browser.call(method as 'POST', path.replaceAll(/:\w+/g, '0'), {})
    expect(answer.body).not.toMatch(/x-csrf-token|another site/)
  }
})
