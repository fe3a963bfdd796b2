// A small certificate authority of the tests: a root, a certificate for sealing, a responder (RFC 6960) and a list of
// what is revoked, over http on this machine.
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Constructed,
  Enumerated,
  fromBER,
  GeneralizedTime,
  Integer,
  OctetString,
  Primitive,
  Utf8String,
} from 'asn1js'
import {
  AccessDescription,
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  GeneralName,
  InfoAccess,
  OCSPRequest,
  OCSPResponse,
  RelativeDistinguishedNames,
  ResponseBytes,
  RevokedCertificate,
  SingleResponse,
  Time,
} from 'pkijs'
import type { App } from '../../server/platform/app.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { sealKeyPurpose } from '../../server/seals/certificates.ts'

const hash = 'SHA-256'
const day = 86_400_000
const arrayOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

const webKey = (key: KeyObject) =>
  crypto.subtle.importKey(
    'pkcs8',
    arrayOf(key.export({ type: 'pkcs8', format: 'der' })),
    { name: 'RSASSA-PKCS1-v1_5', hash },
    true,
    ['sign'],
  )

const nameOf = (name: string) =>
  new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) })],
  })

const pemOf = (label: string, der: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trim()}\n-----END ${label}-----\n`

interface Made {
  readonly certificate: Certificate
  readonly key: KeyObject
  readonly pem: string
}

async function certified(
  name: string,
  serial: number,
  { issuer, extensions = [] }: { issuer?: Made; extensions?: readonly Extension[] } = {},
): Promise<Made> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: serial }) })
  certificate.subject = nameOf(name)
  certificate.issuer = issuer ? issuer.certificate.subject : nameOf(name)
  certificate.notBefore = new Time({ value: new Date('2025-01-01') })
  certificate.notAfter = new Time({ value: new Date('2040-01-01') })
  certificate.extensions = [...extensions]
  const spki = fromBER(arrayOf(publicKey.export({ type: 'spki', format: 'der' }))).result
  certificate.subjectPublicKeyInfo.fromSchema(spki)
  await certificate.sign(await webKey(issuer?.key ?? privateKey), hash)
  return { certificate, key: privateKey, pem: pemOf('CERTIFICATE', certificate.toSchema().toBER()) }
}

/** What the authority says about the certificate that seals. */
type Says = 'good' | 'revoked' | 'nothing' | 'forged' | 'old' | 'list only'

/** A running authority. `publishes` says in which ways it can be asked. */
export async function startAuthority(publishes: readonly ('ocsp' | 'crl')[] = ['ocsp', 'crl']) {
  let says: Says = 'good'
  let asked = 0
  const root = await certified('Test authority', 1)
  const stranger = await certified('Test authority', 1)
  const server = createServer((request, response) => {
    asked += 1
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (says === 'nothing' || (says === 'list only' && request.url === '/ocsp'))
        return void response.writeHead(500).end()
      const signer = says === 'forged' ? stranger : root
      const answer = request.url === '/ocsp' ? ocsp(Buffer.concat(pieces), signer) : crl(signer)
      answer.then(
        (der) => response.end(Buffer.from(der)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // it ends with the tests
  server.unref()
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const address = (path: string) => new GeneralName({ type: 6, value: `${url}${path}` })
  const access = new InfoAccess({
    accessDescriptions: [
      new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.1', accessLocation: address('/ocsp') }),
    ],
  })
  const points = new CRLDistributionPoints({
    distributionPoints: [new DistributionPoint({ distributionPoint: [address('/crl')] })],
  })
  const extensions = [
    ...(publishes.includes('ocsp')
      ? [
          new Extension({
            extnID: '1.3.6.1.5.5.7.1.1',
            critical: false,
            extnValue: access.toSchema().toBER(),
          }),
        ]
      : []),
    ...(publishes.includes('crl')
      ? [new Extension({ extnID: '2.5.29.31', critical: false, extnValue: points.toSchema().toBER() })]
      : []),
  ]
  const own = await certified('Harbour Foods Ltd', 77, { issuer: root, extensions })

  const times = () => {
    const from = Date.now() - (says === 'old' ? 30 * day : day)
    return { from: new Date(from), to: new Date(from + 7 * day) }
  }

  async function ocsp(body: Buffer, signer: Made): Promise<ArrayBuffer> {
    const { tbsRequest } = new OCSPRequest({ schema: fromBER(arrayOf(body)).result })
    const [first] = tbsRequest.requestList
    const { from, to } = times()
    const basic = new BasicOCSPResponse()
    basic.tbsResponseData.responderID = signer.certificate.subject
    basic.tbsResponseData.producedAt = from
    const status =
      says === 'revoked'
        ? new Constructed({
            idBlock: { tagClass: 3, tagNumber: 1 },
            value: [new GeneralizedTime({ valueDate: from })],
          })
        : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })
    basic.tbsResponseData.responses.push(
      new SingleResponse({
        certID: first?.reqCert ?? new CertID(),
        certStatus: status,
        thisUpdate: from,
        nextUpdate: to,
      }),
    )
    await basic.sign(await webKey(signer.key), hash)
    const bytes = new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new OctetString({ valueHex: basic.toSchema().toBER() }),
    })
    return new OCSPResponse({ responseStatus: new Enumerated({ value: 0 }), responseBytes: bytes })
      .toSchema()
      .toBER()
  }

  async function crl(signer: Made): Promise<ArrayBuffer> {
    const { from, to } = times()
    const list = new CertificateRevocationList({
      version: 1,
      issuer: signer.certificate.subject,
      thisUpdate: new Time({ value: from }),
      nextUpdate: new Time({ value: to }),
      signature: new AlgorithmIdentifier(),
      ...(says === 'revoked'
        ? {
            revokedCertificates: [
              new RevokedCertificate({
                userCertificate: new Integer({ value: 77 }),
                revocationDate: new Time({ value: from }),
              }),
            ],
          }
        : {}),
    })
    await list.sign(await webKey(signer.key), hash)
    return list.toSchema(true).toBER()
  }

  return {
    root: root.pem,
    certificate: own.pem,
    privateKey: own.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: Buffer.from(new X509Certificate(own.pem).fingerprint256.replaceAll(':', ''), 'hex'),
    asked: () => asked,
    says(next: Says) {
      says = next
    },
    close: () => server.close(),
  }
}

/** The organisation seals with the certificate of the authority from now on. */
export async function sealWith(
  app: App,
  organisationId: number,
  { certificate, root, privateKey, fingerprint }: Awaited<ReturnType<typeof startAuthority>>,
): Promise<void> {
  const sealed = await app.vault.seal(privateKey, sealKeyPurpose)
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('signing_certificates')
      .values({
        organisation_id: organisationId,
        certificate,
        chain: root,
        private_sealed: sealed,
        self_made: false,
        fingerprint,
        created_at: now,
      })
      .execute(),
  )
}

/** The organisation has no certificate that seals any more. */
export const retireCertificate = (app: App, organisationId: number): Promise<unknown> =>
  internalTransaction(app, (tx, now) =>
    tx
      .updateTable('signing_certificates')
      .set({ replaced_at: now, private_sealed: null })
      .where('organisation_id', '=', organisationId)
      .where('replaced_at', 'is', null)
      .execute(),
  )
