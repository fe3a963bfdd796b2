// Validation data of seals (PAdES B-LT), with a small certificate authority, beside an independent program.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { PDF, PdfDict, PdfName } from '@libpdf/core'
import { createOrganisation } from '../../test/factories.ts'
import { pdfsIn } from '../../test/seals/pdfs-in.ts'
import { retireCertificate, sealWith, startAuthority } from '../../test/seals/authority.ts'
import { noPdfsig, signaturesIn } from '../../test/seals/pdfsig.ts'
import { stampWith, startTimeStampAuthority } from '../../test/seals/time-stamps.ts'
import { answerIn, dataIn, sealedEnd, withCertificate } from '../../test/seals/appended-bytes.ts'
import { useTestApp } from '../../test/test-app.ts'
import { checkSeals } from './check-seals.ts'
import { makeSample } from './sample.ts'
import { sealForOrganisation } from './seal.ts'
import { selfSignedRsaCertificate } from '../platform/outbound/self-signed.ts'
import { listCertificates } from './certificates.ts'
import { appendValidationData, findAppendedData, type ValidationData } from './validation/security-store.ts'

const parts = useTestApp()
let organisationId: number
beforeEach(async () => {
  ;({ id: organisationId } = await createOrganisation(parts.app))
})

/** The organisation seals with a certificate of the authority. */
const certify = (authority: Awaited<ReturnType<typeof startAuthority>>) =>
  sealWith(parts.app, organisationId, authority)

const seal = async (pdf?: Uint8Array) =>
  sealForOrganisation(parts.app, {
    organisationId,
    pdf: pdf ?? (await makeSample(['Agreement'])),
    reason: 'Signed by Ana Prior',
  })
const check = (file: Uint8Array) => checkSeals(parts.app, [Buffer.from(file)])
const listsIn = (file: Uint8Array) =>
  ['/DSS', '/Certs', '/OCSPs', '/CRLs'].filter((name) => Buffer.from(file).includes(name))

describe.each([
  ['a responder', ['ocsp'], ['/DSS', '/Certs', '/OCSPs']],
  ['a list of what is revoked', ['crl'], ['/DSS', '/Certs', '/CRLs']],
] as const)('an authority with %s', (_, publishes, lists) => {
  test('is asked when something is sealed, and its answer follows the seal [C-464]', async () => {
    const authority = await startAuthority(publishes)
    await certify(authority)
    const sealed = await seal()
    expect(authority.asked()).toBe(1)
    expect(listsIn(sealed)).toEqual(lists)
    expect(await check(sealed)).toMatchObject({
      verdict: 'Unchanged',
      validationData: true,
      seals: [{ intact: true, coversAll: false, isSelfMade: false }],
    })
    if (noPdfsig === undefined)
      expect(signaturesIn(sealed)).toEqual([{ signer: 'Harbour Foods Ltd', valid: true, total: false }])
  })

  test.each(['revoked', 'nothing', 'forged', 'old'] as const)(
    'that says %s gives a seal without validation data [C-465]',
    async (says) => {
      const authority = await startAuthority(publishes)
      await certify(authority)
      authority.says(says)
      const sealed = await seal()
      expect(authority.asked()).toBe(1)
      expect(listsIn(sealed)).toEqual([])
      expect(await check(sealed)).toMatchObject({ verdict: 'Unchanged', validationData: false })
    },
  )
})

test('a list is fetched where the responder does not answer; a second seal covers the data of the first [C-464]', async () => {
  const authority = await startAuthority()
  await certify(authority)
  authority.says('list only')
  const once = await seal()
  expect(listsIn(once)).toEqual(['/DSS', '/Certs', '/CRLs'])
  authority.says('good')
  const twice = await seal(once)
  expect(twice.subarray(0, once.length).equals(once)).toBe(true)
  expect(listsIn(twice)).toEqual(['/DSS', '/Certs', '/OCSPs', '/CRLs'])
  const { verdict, seals, validationData } = await check(twice)
  expect([verdict, validationData]).toEqual(['Unchanged', true])
  expect(seals.map(({ intact }) => intact)).toEqual([true, true])
  if (noPdfsig === undefined) expect(signaturesIn(twice).map(({ valid }) => valid)).toEqual([true, true])
})

test('a seal with a time stamp has validation data as well; one of the organisation itself has none [C-464]', async () => {
  expect(listsIn(await seal())).toEqual([])
  ;({ id: organisationId } = await createOrganisation(parts.app))
  await certify(await startAuthority())
  await stampWith(parts.app, organisationId, await startTimeStampAuthority())
  const sealed = await seal()
  expect(listsIn(sealed)).toEqual(['/DSS', '/Certs', '/OCSPs'])
  expect(await check(sealed)).toMatchObject({
    verdict: 'Unchanged',
    validationData: true,
    seals: [{ timeStamp: { by: 'Time stamps' } }],
  })
})

describe('attacks', () => {
  const added = (sealed: Uint8Array, text: string) => Buffer.concat([sealed, Buffer.from(text)])

  test('whatever else is appended is found, with validation data or without [C-466]', async () => {
    const authority = await startAuthority()
    await certify(authority)
    const sealed = await seal()
    const whole = Buffer.from(sealed)
    const from = whole.lastIndexOf('%%EOF', whole.indexOf('/DSS')) + 5
    const wrong: number[] = []
    for (let at = from; at < whole.length; at += 31) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      if ((await check(changed).catch(() => undefined))?.verdict === 'Unchanged') wrong.push(at)
    }
    // a byte of a certificate or an answer is data, and anything else is not
    const data = dataIn(whole)
    const { raw } = new X509Certificate((await startAuthority()).root)
    const other = { certificates: [new Uint8Array(raw)], ocsps: [], crls: [] }
    expect(wrong.filter((at) => !data.some(([start, end]) => at >= start && at < end))).toEqual([])
    for (const extended of [
      added(sealed, '\n'),
      added(sealed, '\n9 0 obj\n<< /Type /Page >>\nendobj\n'),
      (await appendValidationData({ bytes: new Uint8Array(sealed), ...other })) ?? sealed,
      added(sealed, String(whole.subarray(whole.lastIndexOf('xref\n', whole.length - 20)))),
    ])
      expect((await check(extended)).verdict).toBe('Extended')
  })

  test('another page, other contents, a script or another catalogue beside validation data are found [C-466]', async () => {
    const authority = await startAuthority()
    await certify(authority)
    const sealed = await seal()
    const plain = sealed.subarray(0, sealedEnd(sealed))
    expect(await check(plain)).toMatchObject({ verdict: 'Unchanged', validationData: false })
    const acts: readonly ((pdf: PDF) => void)[] = [
      (pdf) => void pdf.addPage({ size: 'a4' }),
      (pdf) => pdf.getPage(0)?.drawText('100,000', { x: 50, y: 500 }),
      (pdf) =>
        pdf.getCatalog().set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfName.of('x') })),
      (pdf) => pdf.getCatalog().set('DSS', PdfDict.of({ Type: PdfName.of('DSS') })),
      (pdf) => pdf.getCatalog().delete('AcroForm'),
    ]
    for (const act of acts) {
      for (const base of [plain, sealed]) {
        const pdf = await PDF.load(new Uint8Array(base))
        act(pdf)
        expect((await check(await pdf.save({ incremental: true }))).verdict).toBe('Extended')
      }
    }
  })

  /** The sealed file with other validation data than the product would append. */
  const withData = async (sealed: Uint8Array, data: Partial<ValidationData>) => {
    const none = { certificates: [], ocsps: [], crls: [] }
    const file = await appendValidationData({ bytes: new Uint8Array(sealed), ...none, ...data })
    if (!file) throw new Error('nothing was appended')
    return check(file)
  }

  test('certificates and answers of others are not those of the seal, whoever made it [C-562]', async () => {
    const stranger = await startAuthority()
    const der = (pem: string) => new Uint8Array(new X509Certificate(pem).raw)
    const large = await selfSignedRsaCertificate('x'.repeat(60), parts.app.clock.now())
    const foreign = [
      { certificates: [der(stranger.root)] },
      { certificates: [der(stranger.certificate), der(stranger.root)] },
      { certificates: [der(large.cert)] },
    ]
    // an organisation whose certificate is its own: nobody has anything to say about it
    const own = await seal()
    const [made] = await listCertificates(parts.app, { organisationId })
    expect(made?.isSelfMade).toBe(true)
    for (const data of foreign)
      expect(await withData(own, data)).toMatchObject({ verdict: 'Extended', validationData: false })

    const authority = await startAuthority(['ocsp'])
    await retireCertificate(parts.app, organisationId)
    await certify(authority)
    const whole = await seal()
    const plain = whole.subarray(0, sealedEnd(whole))
    const answer = answerIn(whole)
    const chain = { certificates: [der(authority.certificate), der(authority.root)], ocsps: [answer] }
    // the very data that was appended is accepted, and nothing beside it or instead of it
    expect(await withData(plain, chain)).toMatchObject({ verdict: 'Unchanged', validationData: true })
    await retireCertificate(parts.app, organisationId)
    await certify(stranger)
    const strangeAnswer = answerIn(await seal())
    for (const data of [
      ...foreign,
      { ...chain, certificates: [...chain.certificates, der(stranger.root)] },
      { ...chain, certificates: [der(authority.certificate), der(stranger.root)] },
      { ...chain, ocsps: [strangeAnswer] },
      { ...chain, ocsps: [answer, strangeAnswer] },
      { ...chain, ocsps: [withCertificate(answer, large.cert)] },
    ]) {
      expect(await withData(plain, data)).toMatchObject({ verdict: 'Extended', validationData: false })
      expect((await withData(whole, data).catch(() => ({ verdict: 'nothing new' }))).verdict).not.toBe(
        'Unchanged',
      )
    }
  })

  test('data that readers could take for a part of the file is not added [C-466]', async () => {
    const bytes = new Uint8Array(await makeSample(['Agreement']))
    const none = { certificates: [], ocsps: [], crls: [] }
    for (const text of ['startxref 0', '%%EOF', '1 0 obj', 'anything'])
      expect(
        await appendValidationData({ bytes, ...none, ocsps: [new Uint8Array(Buffer.from(text))] }),
      ).toBeUndefined()
    expect(await appendValidationData({ bytes, ...none })).toBeUndefined()
  })
})

describe('files that were made before', () => {
  const path = new URL('../../test/seals/validated.pdf', import.meta.url)

  // what is appended must stay the same: after an upgrade of the library as well
  test('are recognised, whatever has changed since [C-466]', async () => {
    const file = new Uint8Array(await readFile(path))
    const covered = 887
    expect(await findAppendedData({ file, covered })).toBeDefined()
    expect(await findAppendedData({ file, covered: covered - 10 })).toBeUndefined()
    expect(await findAppendedData({ file: Buffer.concat([file, file]), covered })).toBeUndefined()
  })

  const folder = join(import.meta.dirname, '../../../shared/data')
  const found = pdfsIn(folder)
  test.skipIf(found.length === 0)('real documents have validation data that is recognised', async () => {
    await certify(await startAuthority())
    const wrong: string[] = []
    for (const each of found) {
      const sealed = await seal(readFileSync(each)).catch(() => undefined)
      if (!sealed) continue
      const { verdict, validationData } = await check(sealed)
      const [signed] = noPdfsig === undefined ? signaturesIn(sealed).slice(-1) : [{ valid: true }]
      if (verdict !== 'Unchanged' || !validationData || !signed?.valid) wrong.push(each)
    }
    expect(wrong).toEqual([])
  })
})
