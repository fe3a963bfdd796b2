// Provisioning on its page: an administrator makes a token, a provider uses it, and a group gets a role.
import { describe, expect, test } from 'vitest'
import { systemActor } from '../../server/platform/events/change.ts'
import { addMailDomain } from '../../server/identity/sessions/sso/providers.ts'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { foundByAxe } from './axe.ts'
import { serveWebApp } from './web-app.ts'

const app = await serveWebApp()
const { parts } = app
const look = process.env['CHANCERY_TEST_PICTURES']

describe.skipIf(!chromiumPath())('provisioning', () => {
  test('is set up on the page "Sign-in" [A-160] [A-165]', async () => {
    const { id: organisationId } = await createOrganisation(parts.app)
    await addMailDomain(parts.app, systemActor('test'), { organisationId, domain: 'directory.example' })
    const hash = await passwordHash()
    const admin = await createUser(parts.app, { organisationId, role: 'Administrator', passwordHash: hash })
    const page = await app.openAs({ email: admin.email, password }, '/security')
    await page.getByLabel('Name of a new token').fill('Directory')
    await page.getByRole('button', { name: 'Make a token' }).click()
    const token = await page.getByLabel('Token', { exact: true }).inputValue()
    const call = async (path: string, body: object) => {
      const answer = await fetch(`${app.origin}/scim/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(201)
      return (await answer.json()) as { id: string }
    }
    const { id } = await call('/Users', { userName: 'ann@directory.example', name: { familyName: 'Ray' } })
    await call('/Groups', { displayName: 'Legal counsel', members: [{ value: id }] })
    await page.reload()
    await page.getByText('1 member').waitFor()
    await page.getByLabel('Role of Legal counsel').selectOption('InhouseLegal')
    await expect
      .poll(async () => {
        const row = parts.app.db.selectFrom('users').where('id', '=', id).select('role')
        return (await row.executeTakeFirstOrThrow()).role
      })
      .toBe('InhouseLegal')
    expect(await foundByAxe(page)).toEqual([])
    for (const [width, height] of [
      [360, 720],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      if (look) await page.screenshot({ path: `${look}/provisioning-${width}.png`, fullPage: true })
    }
    await page.getByRole('button', { name: 'End the token Directory' }).click()
    await page.getByRole('button', { name: 'End the token', exact: true }).click()
    await page.getByText('There is none.').waitFor()
    const refused = await fetch(`${app.origin}/scim/v2/Users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(401)
  })
})
