// Validation data of seals (PAdES B-LT): certificates, and what their authorities said of them when it was sealed. It
// is appended after the last seal, which does not cover it. Runs in a document worker.
//
// What is appended is made from the sealed file and the data alone, always in the same way. So a file has nothing but
// validation data after its last seal if making it again gives the same bytes; nothing that a reader could see
// differently has to be judged.
import { X509Certificate } from 'node:crypto'
import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { fromBER } from 'asn1js'
import { CertificateRevocationList, OCSPResponse } from 'pkijs'
import { loadPdf } from '../../platform/documents/pdf/load-pdf.ts'
import { arrayOf } from '../cms.ts'

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

/** Whether everything after the sealed bytes is validation data as it is appended here. */
export async function isOnlyValidationData({ file, covered }: Extended): Promise<boolean> {
  if (file.length - covered > 2 * most.bytes) return false
  const bytes = file.subarray(0, covered)
  try {
    const [whole, sealed] = [await loadPdf(file), await loadPdf(bytes)]
    const before = storeOf(sealed, sealed.getCatalog())
    const after = storeOf(whole, whole.getCatalog())
    const data = Object.fromEntries(
      names.map((name) => [name, after[name].slice(before[name].length).map(({ der }) => der)]),
    ) as unknown as ValidationData
    const again = await appendValidationData({ bytes, ...data })
    return again !== undefined && Buffer.compare(again, file) === 0
  } catch (error) {
    if (error instanceof RangeError) throw error
    return false
  }
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

function isCertificate(der: Uint8Array): boolean {
  try {
    return new X509Certificate(der).raw.equals(der)
  } catch {
    return false
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
