// Signers, parties and contracts whose names are in other scripts than that of the product.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { noPdfsig, signaturesIn } from '../../../test/seals/pdfsig.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { makeSample } from '../../seals/sample.ts'

const parts = useTestApp()

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

const people = [
  ['山田太郎', 'のぞみ株式会社'],
  ['王小明', '北京某某有限公司'],
  ['陳志豪', '香港某某有限公司'],
  ['김철수', '주식회사 한빛'],
  ['דוד כהן', 'חברת שלום'],
  ['محمد علي الأحمد', 'شركة النور'],
  ['Анна Петрова', 'ООО Ромашка'],
  ['Γιώργος Παπαδόπουλος', 'Ελληνική Εταιρεία'],
  ['สมชาย ใจดี', 'บริษัท น้ำใส'],
  ['अमित शर्मा', 'कीर्ति कंपनी'],
  ['Nguyễn Văn Łukasz', 'Şirket Ç'],
] as const
const contractName = '服务合同 – חוזה שירותים'

/** What a program of poppler-utils says of a PDF. */
function said(program: 'pdftotext' | 'pdffonts', pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    const more = program === 'pdftotext' ? ['-'] : []
    return execFileSync(program, [join(folder, 'a.pdf'), ...more], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
/** Without the marks of direction that the program adds. */
const textOf = (pdf: Buffer) => said('pdftotext', pdf).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')

const signerAt = (place: number) => {
  const [name = '', party = ''] = people[place] ?? []
  return { name, email: world.emailOf(`person${place}`), title: null, party }
}
const textAt = (place: number) => ({ signer: place + 1, page: 1, x: 72, height: 24, width: 240 })

async function prepared() {
  const path = await world.contractWith(Buffer.from(await makeSample(['Agreement'])))
  expect((await world.counsel.patch(path, { name: contractName })).statusCode).toBe(204)
  return path
}

test.skipIf(noPdfsig !== undefined)(
  'people sign under their names in eleven scripts, which are embedded and found again [C-540]',
  async () => {
    const path = await prepared()
    const fields = people.flatMap(([, party], place) =>
      place % 3 === 0
        ? [
            { ...textAt(place), kind: 'Name', y: 120 + place * 40 },
            { ...textAt(place), kind: 'Text', y: 120 + place * 40, x: 320, label: party },
          ]
        : [],
    )
    const request = { ...world.newRequest([]), signers: people.map((_, place) => signerAt(place)), fields }
    const asked = await world.counsel.post(`${path}/signatureRequests`, request)
    expect(asked.statusCode, asked.body).toBe(201)
    for (const [place, [, party]] of people.entries()) {
      const opened = await world.open(`person${place}`)
      const own = (opened as unknown as { fields: readonly { field: number; kind: string }[] }).fields
      const texts = own.filter(({ kind }) => kind === 'Text').map(({ field }) => ({ field, text: party }))
      const answer = await world.sign(opened, { fields: texts })
      expect(answer.statusCode, answer.body).toBe(204)
    }
    const signed = (await world.read(await world.open('person0'))).rawPayload
    expect(signaturesIn(signed).map(({ valid }) => valid)).toEqual(people.map(() => true))
    const fonts = said('pdffonts', signed)
      .split('\n')
      .slice(2)
      // that of the document itself
      .filter((line) => line !== '' && !line.startsWith('Helvetica'))
    expect(fonts.length).toBeGreaterThan(8)
    for (const line of fonts) expect(line).toMatch(/Identity-H\s+yes yes yes/)
    const binder = (await world.counsel.get(`${path}/binder`)).rawPayload
    for (const text of [textOf(signed), textOf(binder)])
      for (const one of [...people.flat(), '服务合同']) expect(text).toContain(one)
  },
)

test('a name that no font can show is refused by name, before anything is sent [C-541]', async () => {
  const path = await prepared()
  const signers = [signerAt(0), { ...signerAt(1), name: 'ꦗꦮ 王' }]
  const refused = await world.counsel.post(`${path}/signatureRequests`, { ...world.newRequest([]), signers })
  expect(refused.json()).toMatchObject({
    status: 400,
    detail: 'The document cannot show these characters of "ꦗꦮ 王": ꦗ ꦮ. Write it in other letters.',
  })
  expect(await mailsTo(parts.app, { email: world.emailOf('person0') })).toEqual([])
  expect((await world.counsel.get(path)).json().document).toMatchObject({ version: 1 })
  const { acts } = await world.sent(['ana'])
  const next = { place: 1, reason: 'Ill', ...signerAt(1) }
  const other = await world.counsel.post(`${acts}/replacements`, { ...next, name: 'ꦗꦮ' })
  expect(other.json()).toMatchObject({ status: 400, detail: expect.stringContaining('ꦗ ꦮ') })
  const replaced = await world.counsel.post(`${acts}/replacements`, next)
  expect(replaced.statusCode, replaced.body).toBe(204)
})
