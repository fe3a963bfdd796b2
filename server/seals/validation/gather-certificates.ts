// The certificates that a seal is validated with: its own, those of its authorities, and those of its time stamp. Runs
// in a document worker.
import { X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import { arrayOf } from '../cms.ts'
import { pemBlocks } from '../pem.ts'

const most = 20

interface Gathered {
  /** PEM. */
  readonly certificates: string
  readonly timeStamp: Uint8Array | undefined
}

/** Each of them once, as DER. */
export function gatherCertificates({ certificates, timeStamp }: Gathered): readonly Uint8Array[] {
  const all = [
    ...pemBlocks(certificates).map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
    ...(timeStamp ? certificatesIn(timeStamp) : []),
  ]
  const unique = new Map(all.map((der) => [Buffer.from(der).toString('latin1'), der]))
  return [...unique.values()].slice(0, most)
}

function certificatesIn(token: Uint8Array): readonly Uint8Array[] {
  const { result } = fromBER(arrayOf(token))
  const data = new SignedData({ schema: new ContentInfo({ schema: result }).content })
  return (data.certificates ?? [])
    .filter((each) => each instanceof Certificate)
    .map((each) => new Uint8Array(each.toSchema().toBER()))
}
