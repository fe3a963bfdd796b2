// One test for each person of a part of the catalogue: every page narrow and wide, light and dark, and by axe.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../peers/chromium.ts'
import { examine } from '../look.ts'
import { serveWebApp, type WebApp } from '../web-app.ts'
import type { Place } from './places.ts'

/** Declares the tests of a part of the catalogue, in a demo of their own. */
export async function examinePlaces(
  part: Readonly<Partial<Record<string, readonly Place[]>>>,
): Promise<void> {
  const app = await serveWebApp({ demo: true })
  describe.skipIf(!chromiumPath())('every page', () => {
    test.each(Object.entries(part))('of %s', async (person, all = []) => {
      const email = `${person}@${person === 'partner' ? 'ashfield' : 'harbour'}.example`
      const page =
        person === 'nobody'
          ? await app.open()
          : await app.openAs({ email, password: 'chancery-demo' }, '/account')
      if (person === 'nobody') await page.goto(`${app.origin}/#/check-seal`)
      await page.locator('h1').first().waitFor()
      for (const [path, text] of all) {
        await goTo(page, app, await withIds(app, email, path))
        if (text !== undefined)
          await page.locator('main').getByText(text).and(page.locator(':visible')).first().waitFor()
        await examine(page, `${person}${path.replaceAll(/\W+/g, '-')}`)
        if (path !== '/nowhere')
          expect.soft(await page.getByText(refused).allTextContents(), path).toEqual([])
      }
    })
  })
}

const refused = /You do not have access to this|This page (does not exist|cannot be shown)/

/** To another page, or another tab of it: what has the same words on the page before is not taken for the new one. */
async function goTo(page: Page, app: WebApp, path: string): Promise<void> {
  const placeOf = (address: string) => {
    const { pathname, searchParams } = new URL(address, app.origin)
    return { address: pathname, tab: searchParams.get('tab') }
  }
  const [before, title] = [placeOf(new URL(page.url()).hash.slice(1)), await page.title()]
  const { address, tab } = placeOf(path)
  await page.goto(`${app.origin}/#${path}`)
  if (address !== before.address) await expect.poll(() => page.title()).not.toBe(title)
  if (tab !== null) await page.locator(`[data-tab="${tab}"][aria-selected="true"]`).waitFor()
}

async function withIds(app: WebApp, email: string, path: string): Promise<string> {
  const name = /\{(\w+)\}/.exec(path)?.[1]
  if (name === undefined) return path
  const organisation = sql`(select organisation_id from users where email_key = ${email})`
  const query =
    name === 'firms'
      ? sql<Id>`select provider_id as id from organisation_links where customer_id = ${organisation} order by 1 limit 1`
      : name === 'drafts'
        ? sql<Id>`select id from invoices where status = 'Draft' order by id limit 1`
        : name === 'requests'
          ? sql<Id>`select matter_id as id from requests where requester_id = (select id from users where email_key = ${email})
              order by 1 limit 1`
          : sql<Id>`select id from ${sql.table(name)} where organisation_id = ${organisation} order by id limit 1`
  const { rows } = await query.execute(app.parts.app.db)
  if (!rows[0]) throw new Error(`The demo has no row of ${name}`)
  return path.replace(`{${name}}`, String(rows[0].id))
}

interface Id {
  readonly id: number | string
}
