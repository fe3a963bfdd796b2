// A time-stamp authority (RFC 3161) of the tests.
import { createServer } from 'node:https'
import { createHash, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { fromBER, Integer, ObjectIdentifier, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatus,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { App } from '../../server/platform/app.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import {
  type SelfSigned,
  selfSignedCertificate,
  selfSignedRsaCertificate,
} from '../../server/platform/outbound/self-signed.ts'
import { createUser } from '../factories.ts'

const statement = '1.2.840.113549.1.9.16.1.4'
const arrayOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

interface Stamper extends SelfSigned {
  /** Sent with each time stamp, PEM. */
  readonly others: readonly string[]
}

const certificateOf = (pem: string) =>
  new Certificate({ schema: fromBER(arrayOf(new X509Certificate(pem).raw)).result })

async function timeStampAnswer(
  request: Uint8Array,
  { key, cert, others }: Stamper,
  at: Date,
): Promise<Buffer> {
  const { messageImprint, nonce } = new TimeStampReq({ schema: fromBER(arrayOf(request)).result })
  const stated = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint,
    serialNumber: new Integer({ valueHex: arrayOf(Buffer.concat([Buffer.of(1), randomBytes(7)])) }),
    genTime: at,
    ...(nonce ? { nonce } : {}),
  })
  const content = stated.toSchema().toBER()
  const certificate = certificateOf(cert)
  const hash = createHash('sha256').update(Buffer.from(content)).digest()
  const attributes = [
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: statement })] }),
    new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: arrayOf(hash) })] }),
  ]
  const signed = new SignedData({
    version: 3,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' })],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: statement,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [certificate, ...others.map(certificateOf)],
  })
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  await signed.sign(signingKey, 0, 'SHA-256')
  const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  const answer = new TimeStampResp({
    status: new PKIStatusInfo({ status: PKIStatus.granted }),
    timeStampToken: token,
  })
  return Buffer.from(answer.toSchema().toBER())
}

/** A running authority, called "Time stamps", whose clock stands still; it sends other certificates along. */
export async function startTimeStampAuthority(others: readonly string[] = []) {
  const own = { ...(await selfSignedRsaCertificate('Time stamps')), others }
  const time = '2026-03-01T10:00:00.000Z'
  let broken = false
  const server = createServer(selfSignedCertificate(), (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (broken || request.url === '/broken') response.end('no')
      else
        void timeStampAnswer(Buffer.concat(pieces), own, new Date(time)).then((answer) =>
          response.end(answer),
        )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // it ends with the tests
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `https://localhost:${port}`,
    time,
    break: () => {
      broken = true
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The organisation has its seals stamped by the authority. */
export async function stampWith(
  app: App,
  organisationId: number,
  { url }: Awaited<ReturnType<typeof startTimeStampAuthority>>,
): Promise<void> {
  const { id } = await createUser(app, { organisationId })
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('time_stamp_authorities')
      .values({ organisation_id: organisationId, url, tested_at: now, set_by: id })
      .execute(),
  )
}
