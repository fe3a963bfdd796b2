// A contract from answers to the seal: negotiated with the other side, approved from a mail, signed by three of whom
// one declines first, sealed, checked, and renewed a year later. Two browsers and a phone. What is signed is the Word
// document itself, made a PDF by LibreOffice; where that is not installed, a PDF that is uploaded.
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createWordToPdf } from '../../../server/platform/documents/office/word-to-pdf.ts'
import { readPdfText } from '../../../server/platform/documents/text/pdf-text.ts'
import { returnedDocx } from '../../documents/returned-docx.ts'
import { pdfOf } from '../../documents/pdf.ts'
import { runJobs } from '../../fixtures/jobs.ts'
import { mailsTo } from '../../fixtures/mails.ts'
import { mailNow } from '../../fixtures/notifications.ts'
import { chromiumPath } from '../../peers/chromium.ts'
import { noPdfsig, signaturesIn } from '../../seals/pdfsig.ts'
import { serveWebApp, signIn } from '../web-app.ts'
import {
  askTomas,
  beginWithAnswers,
  choose,
  downloaded,
  isAt,
  openTab,
  uploadVersion,
} from './contract-steps.ts'
import { wordFile } from './documents.ts'
import { startJourney } from './journey.ts'

const { origin, open, parts } = await serveWebApp({ demo: true })
const office = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path))
const password = 'chancery-demo'
const name = 'NDA with Zephyr'
const emails = {
  'Nils Lindqvist': 'nils@zephyr.example',
  'Elin Falk': 'elin@zephyr.example',
  'Daniel Okafor': 'daniel.okafor@harbour.example',
} as const
type Signer = keyof typeof emails
const signers = Object.keys(emails) as Signer[]

/** The latest of what the mails to somebody say. */
async function inMails(email: string, pattern: RegExp): Promise<string> {
  const mails = await mailsTo(parts.app, { email })
  return mails.flatMap(({ body }) => pattern.exec(body)?.[0] ?? []).at(-1) ?? ''
}

// the browser runs by the time of this machine, the server by that of the test
const dayIn = (days: number) =>
  new Date(parts.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe.skipIf(!chromiumPath())('journey to the seal', () => {
  test('a contract is negotiated, approved, signed, sealed, checked and renewed', async () => {
    // other tests have a stand-in for it
    if (office)
      Object.assign(parts.app, { wordToPdf: createWordToPdf(office, { now: () => parts.app.clock.now() }) })
    const journey = startJourney('to-the-seal')
    const page = await open()
    const dialog = page.getByRole('dialog')

    await journey.step(page, 'Counsel signs in', async () => {
      await page.goto(origin)
      await signIn(page, 'counsel@harbour.example', password)
      await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    })
    await journey.step(page, 'Counsel drafts the contract from answers', async () => {
      await beginWithAnswers(page, name)
      await page.getByLabel(/^Counterparty/).fill('Zephyr Ltd')
      await page.getByLabel(/^Start of discussions/).fill('2026-12-01')
      await choose(page, /^Applicable law/, /New Zealand/)
      await page.getByText('governed by the law of New Zealand', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Create contract' }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.getByText('between Harbour and Zephyr Ltd', { exact: false }).waitFor()
    })
    const sent = await downloaded(page, 'Download')
    await journey.step(page, 'Counsel sends it to the other side', async () => {
      await page.getByRole('button', { name: 'Move to Negotiating' }).click()
      await isAt(page, 'Negotiating')
      await page.getByRole('button', { name: 'Send to the other side…' }).click()
      await dialog.getByLabel('Name').fill('Nils Lindqvist')
      await dialog.getByLabel('Email address').fill(emails['Nils Lindqvist'])
      await dialog.getByLabel('Last day').fill(dayIn(30))
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByText('Not opened yet').waitFor()
    })

    const theirs = await open()
    await journey.step(theirs, 'The other side opens it with a code, without an account', async () => {
      await theirs.goto(`${origin}${await inMails(emails['Nils Lindqvist'], /\/#\/share\/\S+/)}`)
      await theirs.getByRole('button', { name: 'Send me a code' }).click()
      await theirs.getByLabel('Code').waitFor()
      await theirs.getByLabel('Code').fill(await inMails(emails['Nils Lindqvist'], /\b\d{6}\b/))
      await theirs.getByRole('button', { name: 'Open the document' }).click()
      await theirs.getByText('between Harbour and Zephyr Ltd', { exact: false }).waitFor()
    })
    await journey.step(theirs, 'The other side returns it with tracked changes and comments', async () => {
      const answer = {
        from: 'three years',
        to: 'five years',
        author: 'Nils Lindqvist',
        comment: 'Five, as last time.',
      }
      await theirs
        .locator('input[type=file]')
        .setInputFiles(wordFile('NDA with Zephyr (Nils).docx', returnedDocx(sent, answer)))
      await theirs.getByRole('button', { name: 'Send it back' }).click()
      await theirs.getByText('Your version has arrived.').waitFor()
      await theirs.getByLabel('Comment').fill('See our comment on the term.')
      await theirs.getByRole('button', { name: 'Send the comment' }).click()
      await theirs.getByText('Your comment has arrived.').waitFor()
    })

    await journey.step(page, 'Counsel compares it with what was sent', async () => {
      await page.reload()
      await page.getByRole('link', { name: 'Compare with what was sent' }).click()
      await page.getByText('Comparing the documents.').waitFor()
      await runJobs(parts.app, 'compare-versions')
      await page.locator('del', { hasText: 'three' }).first().waitFor()
      await page.locator('ins', { hasText: 'five' }).first().waitFor()
    })
    await journey.step(page, 'Counsel takes it as the next version', async () => {
      await page.goBack()
      await page.getByRole('button', { name: 'Accept as new version…' }).click()
      await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByText('Accepted', { exact: true }).waitFor()
    })
    await journey.step(page, 'Counsel answers the comment in the document', async () => {
      const comments = page.getByRole('complementary', { name: 'Comments in this document' })
      const thread = comments.getByRole('listitem').filter({ hasText: 'Five, as last time.' }).first()
      await thread.getByRole('button', { name: 'Reply' }).click()
      await page.keyboard.type('Agreed.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await comments.getByText('1 answer, 1 resolved').waitFor()
      await comments.getByRole('button', { name: 'Save as a new version' }).click()
      await page.getByText('Answered 1 comment, resolved 1 in version 2.').waitFor()
    })
    await journey.step(page, 'Counsel accepts the tracked changes', async () => {
      await page.getByRole('button', { name: 'Tracked changes' }).click()
      const panel = page.getByRole('complementary', { name: 'Tracked changes' })
      await panel.getByRole('button', { name: 'Accept all' }).click()
      await dialog.getByRole('button', { name: 'Accept all' }).click()
      await page.getByText('Accepted 2 of 2 tracked changes in version 3.').waitFor()
    })
    await journey.step(page, 'Counsel sets its end', async () => {
      await page.goto(`${origin}/#/contracts/${await contractId(name)}`)
      await page.getByRole('button', { name: /^Expiry: / }).click()
      await page.getByLabel('Expiry', { exact: true }).fill('2027-03-31')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Expiry: 31 Mar 2027. Edit' }).waitFor()
    })
    if (!office)
      await journey.step(page, 'Counsel uploads what is to be signed', async () => {
        const file = {
          name: 'NDA with Zephyr.pdf',
          mimeType: 'application/pdf',
          buffer: pdfOf(['NDA between Harbour and Zephyr Ltd', 'for five years']),
        }
        await uploadVersion(page, 'Upload new version', { file, comment: 'As agreed, to be signed.' })
        await page.locator('.textLayer').first().waitFor()
      })
    await journey.step(page, 'Counsel asks for approval', async () => {
      await page.getByRole('button', { name: 'Move to Approval' }).click()
      await askTomas(page)
    })

    const phone = await open({ viewport: { width: 360, height: 760 } })
    await journey.step(phone, 'The approver approves from the mail, on the phone', async () => {
      await mailNow(parts.app)
      parts.clock.advance({ minutes: 2 })
      await mailNow(parts.app)
      await phone.goto(`${origin}${await inMails('contributor@harbour.example', /\/#\/approve\/\S+/)}`)
      await phone.getByRole('link', { name: 'Sign in' }).click()
      await signIn(phone, 'contributor@harbour.example', password)
      await phone.getByRole('heading', { name, exact: true }).waitFor()
      await phone.getByRole('button', { name: 'Approve…' }).click()
      await phone.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
      await phone.getByText('You have approved it.').waitFor()
    })

    const sendForSignature = async (makesPdf: boolean) => {
      await page.getByRole('button', { name: 'Send for signature' }).click()
      if (makesPdf) {
        await dialog.getByRole('button', { name: 'Make a PDF' }).click()
        await dialog.locator('.textLayer').first().waitFor()
      }
      for (const [index, signer] of signers.entries()) {
        const row = dialog.getByRole('listitem', { name: `Signer ${index + 1}` })
        // there are as many to begin with as the contract has parties
        await dialog.getByRole('listitem', { name: 'Signer 1' }).waitFor()
        if ((await row.count()) === 0) await dialog.getByRole('button', { name: 'Add a signer' }).click()
        await row.getByLabel('Name').fill(signer)
        await row.getByLabel('Email address').fill(emails[signer])
        await row.getByLabel('Signs for').fill(signer === 'Daniel Okafor' ? 'Harbour' : 'Zephyr Ltd')
      }
      await dialog.getByLabel('Last day').fill(dayIn(30))
      await dialog.getByRole('button', { name: 'Send for signature' }).click()
      await page.getByText(/^Out for signature: waiting for /).waitFor()
    }
    const openAsSigner = async (signer: Signer) => {
      await phone.goto(`${origin}${await inMails(emails[signer], /\/#\/sign\/\S+/)}`)
      await phone.getByRole('button', { name: 'Send me a code' }).click()
      await phone.getByLabel('Code').waitFor()
      await phone.getByLabel('Code').fill(await inMails(emails[signer], /\b\d{6}\b/))
      await phone.getByRole('button', { name: 'Open the document' }).click()
      // not clicked: without a mouse the way to it leads through the document, and then it is gone
      await phone.getByRole('button', { name: 'Go to the last page' }).press('Enter')
      await phone.getByText('You have seen the document to its end.').waitFor()
    }

    await journey.step(page, 'Counsel sends it to three signers', async () => {
      await page.getByText('Everyone has approved it. Move it to Signing').waitFor()
      await page.getByRole('button', { name: 'Move to Signing' }).click()
      await isAt(page, 'Signing')
      await sendForSignature(office !== undefined)
    })
    await journey.step(phone, 'The first signer declines', async () => {
      await openAsSigner('Nils Lindqvist')
      await phone.getByRole('button', { name: 'Decline…' }).click()
      await phone.getByLabel('Reason').fill('Our name is Zephyr Limited.')
      await phone.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
      await phone.getByRole('heading', { name: 'You have declined to sign' }).waitFor()
    })
    await journey.step(page, 'Counsel reads why, corrects it and sends it again', async () => {
      await page.reload()
      await page.getByText('Nils Lindqvist declined to sign: Our name is Zephyr Limited.').waitFor()
      await sendForSignature(false)
    })
    for (const signer of signers) {
      await journey.step(phone, `${signer} signs on the phone`, async () => {
        await openAsSigner(signer)
        await phone.getByLabel(/^I agree to sign/).check()
        await phone.getByRole('button', { name: 'Sign', exact: true }).click()
        await phone.getByRole('heading', { name: 'You have signed' }).waitFor()
      })
    }

    let sealed: Buffer = Buffer.alloc(0)
    await journey.step(page, 'Counsel finds it executed, and downloads it', async () => {
      await page.reload()
      await isAt(page, 'Executed')
      await page.getByRole('button', { name: /^Signed by: / }).waitFor()
      // the negotiation is over
      await page.getByRole('button', { name: 'Show 1 person' }).waitFor()
      sealed = await downloaded(page, 'Download')
    })
    // what was agreed is what was signed
    const { paragraphs } = await readPdfText(new Uint8Array(sealed))
    const words = paragraphs
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
    expect(words).toContain('between Harbour and Zephyr Ltd')
    // an independent program
    if (noPdfsig === undefined) {
      const signatures = signaturesIn(sealed)
      expect(signatures).toHaveLength(3)
      expect(signatures.every(({ valid }) => valid)).toBe(true)
      expect(signatures.at(-1)?.total).toBe(true)
    }
    await journey.step(theirs, 'The other side checks the seal', async () => {
      await theirs.goto(`${origin}/#/check-seal`)
      await theirs
        .getByLabel('Choose a PDF…')
        .setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer: sealed })
      await theirs.getByText('Sealed here, complete and unchanged').waitFor()
    })

    await journey.step(page, 'A year later counsel renews it', async () => {
      parts.clock.advance({ days: 365 })
      await page.goto(`${origin}/#/contracts/${await contractId(name)}`)
      await page.reload()
      await signIn(page, 'counsel@harbour.example', password)
      await openTab(page, 'Key dates')
      await page.getByRole('button', { name: 'Renew', exact: true }).click()
      await dialog.getByLabel('Length').waitFor()
      await dialog.getByRole('button', { name: 'Renew' }).click()
      await page.getByText('Renewed until 31 Mar 2028').waitFor()
    })
    expect(journey.end()).toBeLessThan(15)
  })
})

async function contractId(of: string): Promise<number> {
  const { id } = await parts.app.db
    .selectFrom('contracts')
    .where('name', '=', of)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
