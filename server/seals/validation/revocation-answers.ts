// Whether what an authority answers says that a certificate is not revoked. Runs in a document worker.
import { verify, X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import {
  BasicOCSPResponse,
  type Certificate,
  CertificateRevocationList,
  ExtKeyUsage,
  OCSPResponse,
} from 'pkijs'
import { arrayOf } from '../cms.ts'
import { isIssuedBy } from './chain.ts'
import { certificateIn } from './revocation-questions.ts'

const usages = '2.5.29.37'
const ocspSigning = '1.3.6.1.5.5.7.3.9'
// of clocks that differ
const leewayMs = 10 * 60_000

export interface RevocationAnswer {
  readonly kind: 'ocsp' | 'crl'
  readonly answer: Uint8Array
  readonly certificate: Uint8Array
  readonly issuer: Uint8Array
  /** Certificates that a responder may send along, beside those that the issuer has made for it. */
  readonly chain: readonly Uint8Array[]
  /** In real time; undefined for the time of the answer itself, where it was kept. */
  readonly at: Date | undefined
}

/** Whether the answer is that of the issuer, is current, and says that the certificate is good. */
export async function isGoodAnswer({
  kind,
  answer,
  certificate,
  issuer,
  chain,
  at,
}: RevocationAnswer): Promise<boolean> {
  try {
    const { offset, result } = fromBER(arrayOf(answer))
    if (offset === -1) return false
    const of = { certificate: certificateIn(certificate), issuer: certificateIn(issuer), chain, at }
    return kind === 'ocsp'
      ? await isGoodResponse(new OCSPResponse({ schema: result }), of)
      : isGoodList(new CertificateRevocationList({ schema: result }), of)
  } catch (error) {
    // a document too deep for the stack is refused as a whole
    if (error instanceof RangeError) throw error
    return false
  }
}

interface Asked extends Pick<RevocationAnswer, 'at' | 'chain'> {
  readonly certificate: Certificate
  readonly issuer: Certificate
}

async function isGoodResponse(
  { responseStatus, responseBytes }: OCSPResponse,
  { certificate, issuer, chain, at }: Asked,
): Promise<boolean> {
  if (responseStatus.valueBlock.valueDec !== 0 || !responseBytes) return false
  const { valueHexView } = responseBytes.response.valueBlock
  const basic = new BasicOCSPResponse({ schema: fromBER(arrayOf(valueHexView)).result })
  const then = at ?? basic.tbsResponseData.producedAt
  if (!isSignedFor(basic, { issuer, chain, at: then })) return false
  const { isForCertificate, status } = await basic.getCertificateStatus(certificate, issuer)
  const [own] = basic.tbsResponseData.responses
  return (
    isForCertificate &&
    status === 0 &&
    basic.tbsResponseData.responses.length === 1 &&
    own !== undefined &&
    isCurrent(own.thisUpdate, own.nextUpdate, then)
  )
}

interface Signers extends Pick<Asked, 'issuer' | 'chain'> {
  readonly at: Date
}

/**
 * By the issuer itself, or by a responder that it has made a certificate for; with no other certificates beside it,
 * which nobody would have signed.
 */
function isSignedFor(basic: BasicOCSPResponse, { issuer, chain, at }: Signers): boolean {
  const authority = nodeOf(issuer)
  const signed = {
    algorithm: basic.signatureAlgorithm.algorithmId,
    data: basic.tbsResponseData.tbsView,
    signature: basic.signature.valueBlock.valueHexView,
  }
  const sent = basic.certs ?? []
  const delegates = sent.filter(mayAnswer).map(nodeOf)
  const responders = delegates.filter((each) => isIssuedBy(each, authority))
  const known = [...responders.map(({ raw }) => raw), ...chain]
  return (
    sent.every((each) => known.some((der) => nodeOf(each).raw.equals(der))) &&
    [authority, ...responders.filter((each) => isValid(each, at))].some((each) => isSignatureBy(each, signed))
  )
}

const mayAnswer = ({ extensions = [] }: Certificate): boolean =>
  extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === usages &&
      parsedValue instanceof ExtKeyUsage &&
      parsedValue.keyPurposes.includes(ocspSigning),
  )

function isGoodList(list: CertificateRevocationList, { certificate, issuer, at }: Asked): boolean {
  const signed = {
    algorithm: list.signatureAlgorithm.algorithmId,
    data: list.tbsView,
    signature: list.signatureValue.valueBlock.valueHexView,
  }
  // a list of changes, or of some certificates only, says it in a critical extension
  const isPartial = (list.crlExtensions?.extensions ?? []).some(({ critical }) => critical)
  return (
    !isPartial &&
    list.issuer.isEqual(issuer.subject) &&
    isSignatureBy(nodeOf(issuer), signed) &&
    isCurrent(list.thisUpdate.value, list.nextUpdate?.value, at ?? list.thisUpdate.value) &&
    !list.isCertificateRevoked(certificate)
  )
}

const isCurrent = (from: Date, to: Date | undefined, at: Date): boolean =>
  from.getTime() - leewayMs <= at.getTime() && (to === undefined || at.getTime() <= to.getTime() + leewayMs)

const isValid = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  new Date(validFrom) <= at && at <= new Date(validTo)

const nodeOf = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER()))

const digests: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
])

interface Signed {
  readonly algorithm: string
  readonly data: Uint8Array
  readonly signature: Uint8Array
}

function isSignatureBy({ publicKey }: X509Certificate, { algorithm, data, signature }: Signed): boolean {
  const digest = digests.get(algorithm)
  return digest !== undefined && verify(digest, data, publicKey, signature)
}
