// Validation data after a seal: where it stands in a file, and data that is not of the seal.
import { X509Certificate } from 'node:crypto'
import { fromBER, OctetString } from 'asn1js'
import { BasicOCSPResponse, ContentInfo, OCSPResponse, SignedData } from 'pkijs'
import { certificateIn } from '../../server/seals/validation/revocation-questions.ts'

/** What the authority said, which was added last. */
export function answerIn(file: Buffer): Uint8Array {
  const [from = 0, to = 0] = dataIn(file).at(-1) ?? []
  return new Uint8Array(file.subarray(from, to - 1))
}

/** The answer with a certificate in it that nobody has signed the answer with. */
export function withCertificate(answer: Uint8Array, pem: string): Uint8Array {
  const response = new OCSPResponse({ schema: fromBER(new Uint8Array(answer).buffer).result })
  if (!response.responseBytes) throw new Error('no answer')
  const { valueHexView } = response.responseBytes.response.valueBlock
  const basic = new BasicOCSPResponse({ schema: fromBER(new Uint8Array(valueHexView).buffer).result })
  basic.certs = [certificateIn(new Uint8Array(new X509Certificate(pem).raw))]
  response.responseBytes.response = new OctetString({ valueHex: basic.toSchema().toBER() })
  return new Uint8Array(response.toSchema().toBER())
}

/** The sealed file with another signature in the place of the last one: what `act` makes of it. */
export function withSignature(file: Uint8Array, act: (signature: SignedData) => void): Buffer {
  const bytes = Buffer.from(file)
  const text = bytes.toString('latin1')
  const [, from = 0, to = 0] = [...text.matchAll(/\/ByteRange \[0 (\d+)\s+(\d+)/g)].at(-1)?.map(Number) ?? []
  const der = Buffer.from(text.slice(from + 1, to - 1), 'hex')
  const content = new ContentInfo({ schema: fromBER(new Uint8Array(der).buffer).result })
  const signature = new SignedData({ schema: content.content })
  act(signature)
  content.content = signature.toSchema(true)
  const hex = Buffer.from(content.toSchema().toBER()).toString('hex')
  bytes.write(hex.padEnd(to - from - 2, '0'), from + 1, 'latin1')
  return bytes
}

/** Where the seal ends: at the end of the file as it was signed. */
export function sealedEnd(file: Uint8Array): number {
  const [, , to = 0, length = 0] =
    /\/ByteRange \[0 (\d+)\s+(\d+)\s+(\d+)/.exec(Buffer.from(file).toString('latin1'))?.map(Number) ?? []
  return to + length
}

/** Where the contents of the streams stand that were added. */
export function dataIn(file: Buffer): readonly (readonly [number, number])[] {
  const found: [number, number][] = []
  for (let at = file.indexOf('stream\n', sealedEnd(file)); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    found.push([at + 7, file.indexOf('endstream', at)])
  }
  return found
}
