// What the browser keeps for a person at work, and when it goes.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { password, passwordHash } from '../peers/browser.ts'
import { chromiumPath } from '../peers/chromium.ts'
import { createOrganisation, createUser } from '../factories.ts'
import { serveWebApp, signIn } from './web-app.ts'

const { parts, origin, open } = await serveWebApp()

/** Somebody who has begun to fill in a form. */
async function atWork() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const user = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    passwordHash: await passwordHash(),
  })
  const page = await open()
  await page.goto(form)
  await signIn(page, user.email, password)
  await fill(page)
  return { page, user }
}

const form = `${origin}/#/tasks/new`

async function fill(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'New task' }).waitFor()
  await page.getByLabel('Task name').fill('Ask about the side letter')
}

/** An unfinished upload, as the page keeps it. */
const keepUpload = `new Promise((resolve) => {
  sessionStorage.setItem('chancery.uploads', '{"a file": "/v2/uploads/1"}')
  const request = indexedDB.open('chancery.uploads', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('files')
    request.result.createObjectStore('uploads', { keyPath: 'key' })
  }
  request.onsuccess = () => {
    const writing = request.result.transaction(['files'], 'readwrite')
    writing.objectStore('files').put('confidential', 'a')
    writing.oncomplete = () => {
      request.result.close()
      resolve()
    }
  }
})`

const keptFiles = `new Promise((resolve) => {
  const request = indexedDB.open('chancery.uploads')
  request.onsuccess = () => {
    const counting = request.result.transaction(['files']).objectStore('files').count()
    counting.onsuccess = () => resolve(counting.result)
  }
})`

const keysIn = async (page: Page) =>
  (await page.evaluate<string[]>('[...Object.keys(sessionStorage), ...Object.keys(localStorage)]')).filter(
    (key) => key.startsWith('chancery.'),
  )

describe.skipIf(!chromiumPath())('what the browser keeps for a person', () => {
  test('goes when they sign out, in every tab, and stays when only their session ends', async () => {
    const { page, user } = await atWork()
    await page.evaluate(keepUpload)
    const other = await page.context().newPage()
    await other.goto(form)
    await fill(other)
    const before = await keysIn(page)
    expect(before.some((key) => key.startsWith('chancery.draft/'))).toBe(true)
    expect(before).toContain('chancery.uploads')

    await parts.app.database.pool.query('delete from sessions where user_id = $1', [user.id])
    await page.reload()
    await page.getByLabel('Email').waitFor()
    expect(await keysIn(page)).toEqual(expect.arrayContaining(before))
    expect(await page.evaluate(keptFiles)).toBe(1)
    await signIn(page, user.email, password)
    await fill(page)
    await other.reload()
    await fill(other)

    await page.getByRole('button', { name: user.name }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const each of [page, other]) {
      await each.getByLabel('Email').waitFor()
      await expect.poll(() => each.evaluate(keptFiles)).toBe(0)
      // where to go after signing in
      expect((await keysIn(each)).filter((key) => key !== 'chancery.returnTo')).toEqual([])
    }
  })
})
