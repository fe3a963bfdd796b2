// Sealing of a PDF by incremental update (PAdES B-B, or B-T with a time stamp): what was there stays as it is, byte for
// byte, so that earlier seals stay valid. Runs in a document worker.
import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { DigestAlgorithm, Signer } from '@libpdf/core'
import { AppError } from '../platform/errors.ts'
import { openPdf } from './open-pdf.ts'
import { pemBlocks } from './pem.ts'
import { readSeals } from './read-seals.ts'
import { type Stamp, stampSignature } from './signature-page.ts'

/** The key and certificates of an organisation, PEM. */
export interface SealingKey {
  readonly privateKey: string
  readonly certificate: string
  readonly chain: string
}

interface Sealing {
  readonly bytes: Uint8Array
  readonly key: SealingKey
  /** One line that readers show with the seal. */
  readonly reason: string
  readonly at: Date
  /** A signature to be shown on its place. */
  readonly stamp: Stamp | undefined
  /** Of this same sealing, for its signature. */
  readonly timeStamp: Uint8Array | undefined
  /** The signature that an earlier sealing made, which the time stamp is for. */
  readonly signature: Uint8Array | undefined
}

export interface Sealed {
  readonly bytes: Uint8Array
  /** What a time stamp is asked for. */
  readonly signature: Uint8Array
}

// a certificate of an authority, with its chain and a time stamp, fits
const signatureBytes = 24 * 1024

/** Seals the PDF. Throws bad_request for what is no PDF, is damaged, or is protected by a password. */
export async function sealPdf(sealing: Sealing): Promise<Sealed> {
  const pdf = await openPdf(sealing.bytes)
  const signer = signerOf(sealing)
  const { timeStamp, stamp } = sealing
  if (stamp) stampSignature(pdf, stamp)
  const { bytes } = await pdf.sign({
    signer,
    reason: lineFor(sealing.reason),
    signingTime: sealing.at,
    fieldName: freeFieldName(sealing.bytes),
    estimatedSize: signatureBytes,
    digestAlgorithm: 'SHA-256',
    ...(timeStamp
      ? { level: 'B-T', timestampAuthority: { timestamp: () => Promise.resolve(timeStamp) } }
      : { level: 'B-B' }),
  })
  checkSealed(sealing.bytes, bytes)
  return { bytes, signature: signer.made() }
}

/** What was sealed must begin with what was there, and have one valid seal over all of it. */
function checkSealed(before: Uint8Array, after: Uint8Array): void {
  const isExtended = Buffer.compare(before, after.subarray(0, before.length)) === 0
  const { seals } = readSeals(after)
  const last = seals.at(-1)
  if (isExtended && last?.intact && last.covered === after.length) return
  throw new AppError('bad_request', 'The PDF cannot be sealed. Save it again with the program that made it.')
}

interface MemorisingSigner extends Signer {
  made(): Uint8Array
}

function signerOf({ key, signature }: Sealing): MemorisingSigner {
  const privateKey = createPrivateKey(key.privateKey)
  let made = signature
  return {
    certificate: derOf(key.certificate),
    certificateChain: pemBlocks(key.chain).map(derOf),
    keyType: privateKey.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC',
    signatureAlgorithm: privateKey.asymmetricKeyType === 'rsa' ? 'RSASSA-PKCS1-v1_5' : 'ECDSA',
    sign: (data: Uint8Array, algorithm: DigestAlgorithm) => {
      made ??= signatureOf(privateKey, data, algorithm)
      return Promise.resolve(made)
    },
    made: () => made ?? new Uint8Array(),
  }
}

const signatureOf = (key: KeyObject, data: Uint8Array, algorithm: DigestAlgorithm): Uint8Array =>
  new Uint8Array(sign(algorithm.replace('-', '').toLowerCase(), data, key))

const derOf = (pem: string): Uint8Array => new Uint8Array(new X509Certificate(pem).raw)

/** Brackets and backslashes would be escaped twice by the library. */
const lineFor = (text: string): string =>
  text.replaceAll('(', '[').replaceAll(')', ']').replaceAll('\\', '/').replaceAll(/\s+/g, ' ').slice(0, 500)

/** A field of the document that waits for somebody else's signature is left to them. */
const freeFieldName = (bytes: Uint8Array): string => `Seal_${bytes.length.toString(36)}`
