// PDFs of Word documents: what is asked of LibreOffice, what it may take, and what hostile documents get from it.
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkingDocx } from '../../../../test/documents/linking-docx.ts'
import { pictureOf } from '../../../../test/seals/picture.ts'
import { officeStandIn } from '../../../../test/test-app.ts'
import { docxOf } from '../writing/docx.ts'
import { readPdfText } from '../text/pdf-text.ts'
import { officeLimits } from './office-process.ts'
import { createWordToPdf } from './word-to-pdf.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const document = (text: string) =>
  docxOf({ title: 'Agreement', opening: [text], clauses: [], isNumbered: false, ending: { lines: [] } })

const now = () => new Date('2026-03-02T09:00:00Z')
const of = { organisationId: 1 }

/** A program that does what the lines of a shell say; `$out` and `$in` are where the PDF and the document are. */
async function program(lines: string): Promise<string> {
  const path = join(folder, 'soffice')
  await writeFile(
    path,
    `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done\nin=$1\nmkdir -p "$out"\n${lines}\n`,
  )
  await chmod(path, 0o755)
  return path
}

const made = (path: string, limits: Partial<typeof officeLimits> = {}) =>
  createWordToPdf(path, { now, limits: { ...officeLimits, ...limits } }).convert(document('One.'), of)

const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('chancery-office-'))

test('a document is made a PDF by the program of the settings, and nothing is left behind [V-466]', async () => {
  const before = await leftovers()
  const converter = createWordToPdf(officeStandIn, { now })
  expect(await converter.isAvailable()).toBe(true)
  const pdf = await converter.convert(document('One.'), of)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(await leftovers()).toEqual(before)
  expect(await converter.health()).toEqual({ state: 'Works', program: officeStandIn, checkedAt: now() })
})

test('the program gets a profile of its own, and nothing of the environment [V-466]', async () => {
  process.env['CHANCERY_TEST_SECRET'] = 'a secret'
  try {
    const path = await program(
      `{ echo "%PDF-1.4"; env; cat "$HOME/profile/user/registrymodifications.xcu"; } >"$out/document.pdf"`,
    )
    const said = (await made(path)).toString()
    expect(said).not.toContain('a secret')
    for (const name of ['BlockUntrustedRefererLinks', 'DisableMacrosExecution']) expect(said).toContain(name)
  } finally {
    delete process.env['CHANCERY_TEST_SECRET']
  }
})

test.each([
  ['takes too long', 'while :; do :; done', { seconds: 1 }, /more than 1 seconds/],
  ['writes too much', 'yes >"$out/document.pdf"', { bytes: 1024 * 1024 }, /too large/],
  ['makes nothing', 'exit 0', {}, /damaged/],
  ['makes no PDF', 'echo hello >"$out/document.pdf"', {}, /damaged/],
  ['puts a link there', 'ln -s /etc/hostname "$out/document.pdf"', {}, /damaged/],
])('a document whose PDF %s is refused [V-466]', async (_, lines, limits, reason) => {
  await expect(made(await program(lines), limits)).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(reason),
  })
})

test('what the program leaves running ends with it [V-466]', async () => {
  const path = await program(
    `sleep 600 &\necho $! >${folder}/pid\ncat <<'X' >"$out/document.pdf"\n%PDF-1.4\nX`,
  )
  await made(path)
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  // one that nobody has waited for yet has ended all the same
  const stat = existsSync(`/proc/${pid}/stat`)
  return stat && isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('without the program, or when it is off, nothing is made; health says which [V-467]', async () => {
  for (const [setting, state] of [
    ['off', 'Off'],
    [join(folder, 'nothing'), 'Failing'],
  ] as const) {
    const converter = createWordToPdf(setting, { now })
    expect(await converter.isAvailable()).toBe(false)
    await expect(converter.convert(document('One.'), of)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Upload the document as a PDF'),
    })
    expect(await converter.health()).toMatchObject({ state, checkedAt: null })
  }
})

test('a program that fails is found by health, which does not run it at every look [V-467]', async () => {
  const path = await program(`echo x >>${folder}/runs; exit 1`)
  const converter = createWordToPdf(path, { now })
  expect(await converter.health()).toEqual({ state: 'Failing', program: path, checkedAt: now() })
  expect(await converter.health()).toMatchObject({ state: 'Failing' })
  expect(await readFile(join(folder, 'runs'), 'utf8')).toBe('x\n')
})

test('one is made at a time, and of many only some may wait [V-466]', async () => {
  const path = await program(
    `mkdir ${folder}/busy || exit 1\nsleep 0.2\nrmdir ${folder}/busy\necho "%PDF-1.4" >"$out/document.pdf"`,
  )
  const converter = createWordToPdf(path, { now })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => converter.convert(document('One.'), of)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  for (const each of outcomes)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'unavailable' })
})

test('a process that stops ends what is being made [V-466]', async () => {
  const converter = createWordToPdf(await program('sleep 600'), { now })
  const making = converter.convert(document('One.'), of)
  const refused = expect(making).rejects.toMatchObject({ code: 'unavailable' })
  setTimeout(() => converter.close(), 200)
  await refused
})

const office = ['/usr/bin/soffice', '/usr/local/bin/soffice'].find((path) => existsSync(path))

describe.skipIf(!office)('LibreOffice itself (skipped where it is not installed)', () => {
  const converter = () => createWordToPdf('auto', { now })

  test('makes a PDF with the words of the document [V-466]', async () => {
    const pdf = await converter().convert(document('The price is 1,200 EUR.'), of)
    const { paragraphs } = await readPdfText(new Uint8Array(pdf))
    expect(paragraphs.map(({ text }) => text).join(' ')).toContain('The price is 1,200 EUR.')
  })

  test('refuses what is no Word document [V-466]', async () => {
    await expect(converter().convert(Buffer.from('PK but no archive'), of)).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('loads nothing that a document links to, from the disk or the network [V-466]', async () => {
    const asked: string[] = []
    const server = createServer(({ url }, answer) => {
      asked.push(url ?? '')
      answer.end(pictureOf())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      await writeFile(join(folder, 'a.png'), pictureOf())
      await writeFile(join(folder, 'b.txt'), 'TOP SECRET')
      for (const place of [`http://127.0.0.1:${port}`, `file://${folder}`]) {
        const pdf = await converter().convert(linkingDocx(place), of)
        expect(pdf.toString('latin1')).not.toContain('/Subtype/Image')
        const { paragraphs } = await readPdfText(new Uint8Array(pdf))
        expect(paragraphs.map(({ text }) => text).join(' ')).not.toContain('SECRET')
      }
      expect(asked).toEqual([])
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
