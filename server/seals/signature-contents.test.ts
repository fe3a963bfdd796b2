// What the place of a signature holds besides the signature, which no seal covers.
import { X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import { Attribute, SignedAndUnsignedAttributes, type SignedData } from 'pkijs'
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation } from '../../test/factories.ts'
import { answerIn, sealedEnd, withSignature } from '../../test/seals/appended-bytes.ts'
import { retireCertificate, sealWith, startAuthority } from '../../test/seals/authority.ts'
import { stampWith, startTimeStampAuthority } from '../../test/seals/time-stamps.ts'
import { useTestApp } from '../../test/test-app.ts'
import { checkSeals } from './check-seals.ts'
import { makeSample } from './sample.ts'
import { sealForOrganisation } from './seal.ts'
import { certificateIn } from './validation/revocation-questions.ts'
import { appendValidationData } from './validation/security-store.ts'

const parts = useTestApp()
let organisationId: number
beforeEach(async () => {
  ;({ id: organisationId } = await createOrganisation(parts.app))
})

const seal = async (pdf?: Uint8Array) =>
  sealForOrganisation(parts.app, {
    organisationId,
    pdf: pdf ?? (await makeSample(['Agreement'])),
    reason: 'Signed by Ana Prior',
  })
const check = (file: Uint8Array) => checkSeals(parts.app, [Buffer.from(file)])

test('what came with a time stamp was added to older files, which are unchanged [C-562]', async () => {
  const [authority, other, stranger] = await Promise.all([
    startAuthority(),
    startAuthority(),
    startAuthority(),
  ])
  const ders = (...pems: readonly string[]) => pems.map((pem) => new Uint8Array(new X509Certificate(pem).raw))
  await sealWith(parts.app, organisationId, other)
  const aboutOther = answerIn(await seal())
  await retireCertificate(parts.app, organisationId)
  await sealWith(parts.app, organisationId, authority)
  await stampWith(parts.app, organisationId, await startTimeStampAuthority([other.certificate, other.root]))
  const sealed = await seal()
  expect(await check(sealed)).toMatchObject({ verdict: 'Unchanged', validationData: true })
  const addAll = async (file: Uint8Array, more: readonly string[]) => {
    const bytes = new Uint8Array(file.subarray(0, sealedEnd(file)))
    const certificates = ders(authority.certificate, authority.root, ...more)
    const ocsps = [answerIn(sealed), aboutOther]
    return (await appendValidationData({ bytes, certificates, ocsps, crls: [] })) ?? file
  }
  const before = await addAll(sealed, [other.certificate, other.root])
  expect(await check(before)).toMatchObject({ verdict: 'Unchanged', validationData: true })
  // covered by the next seal, which adds nothing of it
  expect(await check(await seal(before))).toMatchObject({ verdict: 'Unchanged' })
  const beside = await addAll(sealed, [other.certificate, other.root, stranger.root])
  expect(await check(beside)).toMatchObject({ verdict: 'Extended', validationData: false })
})

test('what is put into the signature, which no seal covers, is found [C-574]', async () => {
  const authority = await startAuthority()
  const root = certificateIn(new Uint8Array(new X509Certificate(authority.root).raw))
  const attribute = () =>
    new Attribute({ type: '1.2.3.4', values: [new OctetString({ valueHex: new ArrayBuffer(4_000) })] })
  const acts: readonly ((signature: SignedData) => void)[] = [
    (signature) => signature.certificates?.push(root),
    (signature) => signature.digestAlgorithms.push(...signature.digestAlgorithms),
    ({ signerInfos: [signer] }) => {
      if (!signer) throw new Error('nobody signed')
      const { unsignedAttrs: own } = signer
      const attributes = [...(own?.attributes ?? []), attribute()]
      signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes })
    },
  ]
  const own = await seal()
  await retireCertificate(parts.app, organisationId)
  await sealWith(parts.app, organisationId, await startAuthority())
  await stampWith(parts.app, organisationId, await startTimeStampAuthority())
  const whole = await seal()
  for (const sealed of [own, whole, whole.subarray(0, sealedEnd(whole))]) {
    expect((await check(withSignature(sealed, () => undefined))).verdict).toBe('Unchanged')
    for (const act of acts) {
      const { verdict, seals } = await check(withSignature(sealed, act))
      expect([verdict, seals[0]?.intact]).toEqual(['Extended', true])
    }
  }
})
