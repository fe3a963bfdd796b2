// The certificates that a seal is validated with: its own, those of its authorities, and those of its time stamp. Runs
// in a document worker.
import { X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import { Certificate, ContentInfo, SignedData } from 'pkijs'
import { arrayOf, readCms } from '../cms.ts'
import { pemBlocks } from '../pem.ts'
import { chainOf } from './chain.ts'

const most = 20

interface Gathered {
  /** PEM. */
  readonly certificates: string
  readonly timeStamp: Uint8Array | undefined
}

/** Each of them once, as DER; what is in a file beside them and vouches for none of them is left out. */
export function gatherCertificates({ certificates, timeStamp }: Gathered): readonly Uint8Array[] {
  const own = pemBlocks(certificates).map((pem) => new X509Certificate(pem))
  const all = [...own, ...(timeStamp ? certificatesIn(timeStamp) : [])].slice(0, most)
  const signers = [own[0], timeStamp && readCms(timeStamp)?.certificate].flatMap((each) => each || [])
  const chain = new Set(chainOf(signers, all).map(({ fingerprint256 }) => fingerprint256))
  const unique = new Map(all.map((each) => [each.fingerprint256, each]))
  return [...unique].flatMap(([hash, { raw }]) => (chain.has(hash) ? [new Uint8Array(raw)] : []))
}

function certificatesIn(token: Uint8Array): readonly X509Certificate[] {
  const { result } = fromBER(arrayOf(token))
  const data = new SignedData({ schema: new ContentInfo({ schema: result }).content })
  return (data.certificates ?? [])
    .filter((each) => each instanceof Certificate)
    .map((each) => new X509Certificate(Buffer.from(each.toSchema().toBER())))
}
