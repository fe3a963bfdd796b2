// Validation data of seals (PAdES B-LT): certificates, and what their authorities said of them when it was sealed. It
// is appended after the last seal, which does not cover it. Runs in a document worker.
//
// What is appended is made from the sealed file and the data alone, always in the same way. So a file has nothing but
// validation data after its last seal if making it again gives the same bytes; nothing that a reader could see
// differently has to be judged. The data itself has to be of this seal: its certificates, and what their authorities
// signed. Anything else could be put there by anybody.
import { X509Certificate } from 'node:crypto'
import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { fromBER } from 'asn1js'
import { CertificateRevocationList, OCSPResponse } from 'pkijs'
import { loadPdf } from '../../platform/documents/pdf/load-pdf.ts'
import { arrayOf } from '../cms.ts'
import { type Signers, signersOf } from '../read-seals.ts'
import { chainOf, isItsOwnAuthority } from './chain.ts'
import { isGoodAnswer, type RevocationAnswer } from './revocation-answers.ts'

/** All of it DER. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

const most = { pieces: 60, bytes: 4 * 1024 * 1024 }
const lists = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const
const names = Object.keys(lists) as readonly (keyof ValidationData)[]

interface ToAppend extends ValidationData {
  /** The sealed file. */
  readonly bytes: Uint8Array
}

/** The file with validation data after it; undefined where it cannot have it, or has this data already. */
export async function appendValidationData({ bytes, ...data }: ToAppend): Promise<Uint8Array | undefined> {
  if (!isAcceptable(data)) return undefined
  const pdf = await loadPdf(bytes)
  const before = storeOf(pdf, pdf.getCatalog())
  const known = new Set(names.flatMap((name) => before[name].map(({ der }) => keyOf(der))))
  const store = new PdfDict()
  let added = 0
  store.set('Type', PdfName.of('DSS'))
  for (const name of names) {
    const fresh = data[name].filter((der) => !known.has(keyOf(der)))
    added += fresh.length
    const refs = [
      ...before[name].map(({ ref }) => ref),
      ...fresh.map((der) => pdf.register(PdfStream.fromDict({}, new Uint8Array(der)))),
    ]
    if (refs.length > 0) store.set(lists[name], new PdfArray(refs))
  }
  if (added === 0) return undefined
  pdf.getCatalog().set('DSS', pdf.register(store))
  return pdf.save({ incremental: true, compressStreams: false })
}

interface Extended {
  readonly file: Uint8Array
  /** How many bytes from its beginning are sealed. */
  readonly covered: number
}

/** Whether everything after the sealed bytes is validation data of their last seal, as it is appended here. */
export async function isOnlyValidationData(extended: Extended): Promise<boolean> {
  const found = await findAppendedData(extended)
  return found !== undefined && (await isOfSeal(signersOf(sealedPart(extended)), found))
}

interface AppendedData {
  readonly added: ValidationData
  /** The certificates that the sealed file has already. */
  readonly before: readonly Uint8Array[]
}

/** The data after the sealed bytes; undefined if anything else was added, or in another way than here. */
export async function findAppendedData({ file, covered }: Extended): Promise<AppendedData | undefined> {
  if (file.length - covered > 2 * most.bytes) return undefined
  const bytes = sealedPart({ file, covered })
  try {
    const [whole, sealed] = [await loadPdf(file), await loadPdf(bytes)]
    const before = storeOf(sealed, sealed.getCatalog())
    const after = storeOf(whole, whole.getCatalog())
    const added = Object.fromEntries(
      names.map((name) => [name, after[name].slice(before[name].length).map(({ der }) => der)]),
    ) as unknown as ValidationData
    const again = await appendValidationData({ bytes, ...added })
    if (again === undefined || Buffer.compare(again, file) !== 0) return undefined
    return { added, before: before.certificates.map(({ der }) => der) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    return undefined
  }
}

const sealedPart = ({ file, covered }: Extended): Uint8Array => file.subarray(0, covered)

/** Whether all of it is about the certificates of the signers, the authorities above them, and what came with them. */
async function isOfSeal(
  { signers, sent }: Signers,
  { added: { certificates, ocsps, crls }, before }: AppendedData,
): Promise<boolean> {
  // nobody has anything to say about certificates that nobody issued
  if (signers.every(isItsOwnAuthority)) return false
  const all = [...certificates, ...before].flatMap(certificateOf)
  // until the chain was picked out of what an authority sends with a time stamp, all of it was added
  const chain = [
    ...chainOf(signers, all),
    ...all.filter((each) => sent.some(({ raw }) => raw.equals(each.raw))),
  ]
  if (!all.slice(0, certificates.length).every((each) => chain.includes(each))) return false
  const ders = chain.map(({ raw }) => new Uint8Array(raw))
  const answers = [
    ...ocsps.map((answer) => ({ kind: 'ocsp' as const, answer })),
    ...crls.map((answer) => ({ kind: 'crl' as const, answer })),
  ]
  for (const answer of answers) if (!(await isAboutOne(answer, ders))) return false
  return true
}

/** Whether the answer is that of an authority about a certificate of the chain. */
async function isAboutOne(
  answer: Pick<RevocationAnswer, 'kind' | 'answer'>,
  chain: readonly Uint8Array[],
): Promise<boolean> {
  for (const certificate of chain)
    for (const issuer of chain)
      if (await isGoodAnswer({ ...answer, certificate, issuer, chain, at: undefined })) return true
  return false
}

interface Stored {
  readonly ref: PdfRef
  readonly der: Uint8Array
}

/** The validation data that the document has. */
function storeOf(pdf: PDF, catalog: PdfDict): Readonly<Record<keyof ValidationData, readonly Stored[]>> {
  const resolve = (object: PdfObject | undefined): PdfObject | undefined =>
    object instanceof PdfRef ? (pdf.getObject(object) ?? undefined) : object
  const store = resolve(catalog.get('DSS'))
  const listed = (name: string): readonly Stored[] => {
    const list = store instanceof PdfDict ? resolve(store.get(name)) : undefined
    const refs = list instanceof PdfArray ? [...list].slice(0, most.pieces) : []
    return refs.flatMap((ref) => {
      const stream = resolve(ref)
      return ref instanceof PdfRef && stream instanceof PdfStream
        ? [{ ref, der: stream.getDecodedData() }]
        : []
    })
  }
  return {
    certificates: listed(lists.certificates),
    ocsps: listed(lists.ocsps),
    crls: listed(lists.crls),
  }
}

const keyOf = (der: Uint8Array): string => Buffer.from(der).toString('latin1')

// words by which readers find their way in a file: data that has one could be taken for a part of it
const structure = /startxref|trailer|xref|%%EOF|endobj|endstream|\sobj\b/

function isAcceptable(data: ValidationData): boolean {
  const all = names.flatMap((name) => data[name])
  const size = all.reduce((sum, { length }) => sum + length, 0)
  return (
    all.length > 0 &&
    all.length <= most.pieces &&
    size <= most.bytes &&
    all.every((der) => !structure.test(Buffer.from(der).toString('latin1'))) &&
    data.certificates.every(isCertificate) &&
    data.ocsps.every((der) => isWhole(der, (schema) => new OCSPResponse({ schema }))) &&
    data.crls.every((der) => isWhole(der, (schema) => new CertificateRevocationList({ schema })))
  )
}

const isCertificate = (der: Uint8Array): boolean => certificateOf(der).length > 0

/** The certificate, if it is one and nothing else. */
function certificateOf(der: Uint8Array): readonly X509Certificate[] {
  try {
    const certificate = new X509Certificate(der)
    return certificate.raw.equals(der) ? [certificate] : []
  } catch {
    return []
  }
}

function isWhole(der: Uint8Array, read: (schema: ReturnType<typeof fromBER>['result']) => unknown): boolean {
  try {
    const { offset, result } = fromBER(arrayOf(der))
    return offset === der.length && read(result) !== undefined
  } catch (error) {
    if (error instanceof RangeError) throw error
    return false
  }
}
