// CMS signatures (RFC 5652) as PDFs and time stamps have them: one signer, whose certificate is included. Runs in a
// document worker: what it reads comes from strangers.
import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { fromBER, type OctetString } from 'asn1js'
import { Certificate, ContentInfo, type SignerInfo, SignedData } from 'pkijs'

const digests: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])
const messageDigest = '1.2.840.113549.1.9.4'
const probabilistic = '1.2.840.113549.1.1.10'

export interface Cms {
  readonly signer: SignerInfo
  readonly signature: Buffer
  readonly certificate: X509Certificate
  /** All that it has, the signer's among them. */
  readonly certificates: readonly X509Certificate[]
  /** Whether it has what a seal does not need, such as lists of what is revoked. */
  readonly hasMore: boolean
  /** What is signed, where it is inside: the statement of a time stamp. */
  readonly content: Buffer | undefined
}

/** Reads a signature; undefined if it is none, or none that is understood. */
export function readCms(der: Uint8Array): Cms | undefined {
  try {
    const { offset, result } = fromBER(arrayOf(der))
    if (offset === -1) return undefined
    const data = new SignedData({ schema: new ContentInfo({ schema: result }).content })
    const [signer] = data.signerInfos
    const all = data.certificates ?? []
    const own = all.find((each): each is Certificate => signer !== undefined && isCertificateOf(each, signer))
    const certificates = all.filter((each) => each instanceof Certificate)
    if (!signer || !own || data.signerInfos.length !== 1) return undefined
    return {
      signer,
      signature: Buffer.from(signer.signature.valueBlock.valueHexView),
      certificate: nodeOf(own),
      certificates: certificates.map(nodeOf),
      hasMore:
        certificates.length < all.length || (data.crls ?? []).length > 0 || data.digestAlgorithms.length > 1,
      content: contentOf(data),
    }
  } catch (error) {
    // a document too deep for the stack is refused as a whole
    if (error instanceof RangeError) throw error
    return undefined
  }
}

/** Whether the signature is that of its certificate over content with these bytes. */
export function isSignatureOf(
  { signer, signature, certificate }: Cms,
  pieces: readonly Uint8Array[],
): boolean {
  const digest = digests.get(signer.digestAlgorithm.algorithmId)
  const attributes = signer.signedAttrs
  if (digest === undefined || !attributes) return false
  const stated = attributes.attributes.find(({ type }) => type === messageDigest)?.values[0] as
    | OctetString
    | undefined
  const hash = createHash(digest)
  for (const piece of pieces) hash.update(piece)
  if (!stated || !hash.digest().equals(Buffer.from(stated.valueBlock.valueHexView))) return false
  const key = certificate.publicKey
  const isProbabilistic = signer.signatureAlgorithm.algorithmId === probabilistic
  try {
    return verify(
      digest,
      Buffer.from(attributes.encodedValue),
      isProbabilistic
        ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
        : key,
      signature,
    )
  } catch {
    // a key of another kind than the signature
    return false
  }
}

const nodeOf = (each: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(each.toSchema().toBER()))

function isCertificateOf(each: unknown, { sid }: SignerInfo): boolean {
  const { issuer, serialNumber } = each as Partial<Certificate>
  const of = sid as {
    readonly issuer?: Certificate['issuer']
    readonly serialNumber?: Certificate['serialNumber']
  }
  if (!issuer || !serialNumber || !of.issuer || !of.serialNumber) return false
  return issuer.isEqual(of.issuer) && serialNumber.isEqual(of.serialNumber)
}

function contentOf({ encapContentInfo: { eContent } }: SignedData): Buffer | undefined {
  return eContent ? Buffer.from(eContent.getValue()) : undefined
}

/** The bytes in memory of their own, as the reader of ASN.1 wants them. */
export const arrayOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
