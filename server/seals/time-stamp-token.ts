// Time stamps (RFC 3161): what is asked for, what the answer is, and what a token states.
import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { arrayOf, isSignatureOf, readCms } from './cms.ts'

const sha256 = '2.16.840.1.101.3.4.2.1'

export interface TimeStamp {
  readonly at: Date
  /** The name in the certificate of the authority. */
  readonly by: string
}

/** The request for a time stamp of a signature. */
export function askForTimeStamp(signature: Uint8Array): Uint8Array {
  const digest = createHash('sha256').update(signature).digest()
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: arrayOf(digest) }),
    }),
    // positive, so that its first bit is clear
    nonce: new Integer({ valueHex: arrayOf(Buffer.concat([Buffer.of(0x10), randomBytes(7)])) }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

interface Answer {
  readonly answer: Uint8Array
  readonly signature: Uint8Array
}

/** The time stamp in the answer of an authority; undefined if it gave none of this signature. */
export function readAnswer({
  answer,
  signature,
}: Answer): { readonly token: Uint8Array; readonly stamp: TimeStamp } | undefined {
  const token = tokenIn(answer)
  const stamp = token && readTimeStamp(token, signature)
  return stamp && { token, stamp }
}

function tokenIn(answer: Uint8Array): Uint8Array | undefined {
  try {
    const { offset, result } = fromBER(arrayOf(answer))
    if (offset === -1) return undefined
    const { timeStampToken } = new TimeStampResp({ schema: result })
    return timeStampToken && new Uint8Array(timeStampToken.toSchema().toBER())
  } catch {
    return undefined
  }
}

/** What a token states of a text; undefined if it is damaged, or of another one. */
export function readTimeStamp(token: Uint8Array, of: Uint8Array): TimeStamp | undefined {
  const cms = readCms(token)
  if (!cms?.content || !isSignatureOf(cms, [cms.content])) return undefined
  try {
    const { offset, result } = fromBER(arrayOf(cms.content))
    if (offset === -1) return undefined
    const { genTime, messageImprint } = new TSTInfo({ schema: result })
    const stated = Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView)
    const isOfIt =
      messageImprint.hashAlgorithm.algorithmId === sha256 &&
      stated.equals(createHash('sha256').update(of).digest())
    return isOfIt && !Number.isNaN(genTime.getTime())
      ? { at: genTime, by: commonName(cms.certificate.subject) }
      : undefined
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}

/** The name in a subject of Node, `C=GB\nO=Acme\nCN=Acme Legal`; all of it where it has none. */
export function commonName(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n')
  const named = lines.find((line) => line.startsWith('CN='))?.slice(3)
  return (named ?? lines.join(', ')).slice(0, 300)
}
