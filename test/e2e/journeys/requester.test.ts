// A business user asks the legal department in their own words, answers a question, and gets the document.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../peers/chromium.ts'
import { absent } from '../absence.ts'
import { serveWebApp, signIn } from '../web-app.ts'
import { theirAgreement } from './documents.ts'
import { startJourney } from './journey.ts'

const { origin, open } = await serveWebApp({ demo: true })
const password = 'chancery-demo'
const name = 'NDA of Kestrel Freight'

async function openAs(email: string): Promise<Page> {
  const page = await open()
  await page.goto(origin)
  await signIn(page, email, password)
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
  return page
}

describe.skipIf(!chromiumPath())('journey of a business requester', () => {
  test('a request is asked for, taken on, asked about, answered and fulfilled [N-31, N-32, N-33]', async () => {
    const journey = startJourney('requester')
    const requester = await open()
    const draft = theirAgreement('Kestrel - mutual NDA.docx')
    const answer = theirAgreement('Kestrel - mutual NDA, approved.docx')

    await journey.step(requester, 'The requester signs in at the first page', async () => {
      await requester.goto(origin)
      await signIn(requester, 'requester@harbour.example', password)
      await requester.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    })
    await journey.step(requester, 'The requester chooses what they need', async () => {
      await requester.getByRole('main').getByRole('link', { name: 'Ask legal' }).click()
      await requester.getByRole('link', { name: /Review a contract/ }).click()
      await requester.getByRole('button', { name: 'Send request' }).click()
      await requester.getByText('Describe your request in a sentence or two.').first().waitFor()
    })
    await journey.step(requester, 'The requester says what it is about and adds the draft', async () => {
      await requester
        .getByLabel('What is it about?')
        .fill('Kestrel sent us their NDA before they show us prices. They want it back by Friday.')
      // what has been put right is no longer marked
      await requester
        .getByText('Describe your request in a sentence or two.')
        .first()
        .waitFor({ state: 'detached' })
      await requester.getByLabel('Give it a short name').fill(name)
      await requester.setInputFiles('input[type=file]', draft)
      await requester.getByText(draft.name).waitFor()
    })
    await journey.step(requester, 'The request is sent', async () => {
      await requester.getByRole('button', { name: 'Send request' }).click()
      await requester.getByRole('heading', { level: 1, name }).waitFor()
      await requester.getByText('The legal department has received it and will assign it.').waitFor()
      await requester.getByRole('link', { name: draft.name }).waitFor()
      // what the department does is not offered to the person who asked
      await absent(requester.getByRole('button', { name: 'Accept' }))
    })

    const counsel = await openAs('counsel@harbour.example')
    await journey.step(counsel, 'Counsel finds it on the first page and takes it on', async () => {
      await counsel.getByRole('link', { name: `Assign: ${name}` }).click()
      await counsel.getByText('Kestrel sent us their NDA', { exact: false }).waitFor()
      await counsel.getByRole('button', { name: 'Accept' }).click()
      await counsel.getByText(`You accepted “${name}”.`).waitFor()
    })
    await journey.step(counsel, 'Counsel asks a question', async () => {
      await counsel.getByRole('button', { name: 'Ask a question' }).click()
      await counsel.getByLabel('Your question').fill('Which countries are meant?')
      await counsel.getByRole('button', { name: 'Send question' }).click()
      await counsel.getByText('Waiting for a response').waitFor()
    })
    await journey.step(requester, 'The requester sees the question and answers', async () => {
      await requester.getByText('Which countries are meant?').waitFor()
      await requester.getByLabel('Your answer').fill('Germany and Austria.')
      // what was typed survives a reload
      await requester.reload()
      await expect.poll(() => requester.getByLabel('Your answer').inputValue()).toBe('Germany and Austria.')
      await requester.getByRole('button', { name: 'Send answer' }).click()
      await requester.getByText('Priya Raman is working on it.').waitFor()
      await requester.getByText('Germany and Austria.').waitFor()
    })
    await journey.step(counsel, 'Counsel reads the answer and adds the document', async () => {
      await counsel.getByText('Germany and Austria.').waitFor()
      const choosing = counsel.waitForEvent('filechooser')
      await counsel.getByRole('button', { name: 'Upload files' }).click()
      await (await choosing).setFiles(answer)
      await counsel.getByRole('link', { name: answer.name }).waitFor()
    })
    await journey.step(counsel, 'Counsel says that it is done', async () => {
      await counsel.getByRole('textbox', { name: 'Write a message' }).fill('You can sign this version.')
      await counsel.keyboard.press('ControlOrMeta+Enter')
      await counsel.getByRole('button', { name: 'Mark as done' }).click()
      await counsel.getByText(`“${name}” is done.`).waitFor()
    })
    await journey.step(requester, 'The requester sees that it is done', async () => {
      await requester.getByText('This is done.').waitFor()
      await requester.getByText('You can sign this version.').waitFor()
    })
    await journey.step(requester, 'The requester opens the document', async () => {
      await requester.getByRole('link', { name: answer.name }).click()
      await requester.getByText('Mutual Non-Disclosure Agreement', { exact: false }).first().waitFor()
    })
    await journey.step(requester, 'The requester downloads it', async () => {
      const downloading = requester.waitForEvent('download')
      await requester.getByRole('link', { name: 'Download' }).first().click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(answer.name)
      expect((await readFile(await download.path())).equals(answer.buffer)).toBe(true)
    })
    expect(journey.end()).toBeLessThan(10)
  })
})
