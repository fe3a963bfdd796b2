// Opens a PDF that came from somebody, with limits on its pages and on what its streams unpack to: half a kilobyte may
// unpack to gigabytes. Runs in a document worker, where one task at a time opens documents.
import { constants, inflateSync } from 'node:zlib'
import { PDF, PdfArray, PdfName, PdfStream } from '@libpdf/core'
import { AppError } from '../../errors.ts'
import { checkObjects } from './check-objects.ts'
import { unpackedOfPdf } from '../text/unpacking-limit.ts'

const mostPages = 10_000
const megabyte = 1024 * 1024

let left = unpackedOfPdf.ofDocument
// its reader repairs what it cannot read, and then says nothing of it
let refusal: AppError | undefined

/** Opens a document. Throws bad_request beyond the limits, also while it is read later, and what its reader throws. */
export async function loadPdf(bytes: Uint8Array): Promise<PDF> {
  checkObjects(bytes)
  left = unpackedOfPdf.ofDocument
  refusal = undefined
  const pdf = await PDF.load(bytes).catch((error: unknown) => {
    throw refusal ?? error
  })
  if (refusal) throw refusal
  if (!pdf.isEncrypted && pdf.getPageCount() > mostPages)
    throw tooMuch(`has more than ${mostPages.toLocaleString('en')} pages`)
  return pdf
}

const tooMuch = (what: string) => new AppError('bad_request', `The PDF ${what}. Send a simpler one.`)

// what is unpacked is measured first, which takes a fifth of the time and no memory
const decoded = PdfStream.prototype.getDecodedData
PdfStream.prototype.getDecodedData = function (this: PdfStream) {
  measure(this.data, filtersOf(this))
  return decoded.call(this)
}

function filtersOf(stream: PdfStream): readonly string[] {
  const filter = stream.get('Filter')
  if (filter instanceof PdfName) return [filter.value]
  return filter instanceof PdfArray
    ? [...filter].flatMap((each) => (each instanceof PdfName ? [each.value] : []))
    : []
}

/** Throws bad_request if the data unpacks to more than is read. What is damaged is left to the reader. */
function measure(data: Uint8Array, [filter, ...others]: readonly string[]): void {
  if (filter !== 'FlateDecode' && filter !== 'Fl') return
  try {
    const maxOutputLength = Math.max(1, Math.min(unpackedOfPdf.ofStream, left))
    const unpacked = inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
    left -= unpacked.length
    measure(unpacked, others)
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return
    const { ofStream, ofDocument } = unpackedOfPdf
    refusal = tooMuch(
      left < ofStream
        ? `unpacks to more than ${ofDocument / megabyte} MB`
        : `has a part that unpacks to more than ${ofStream / megabyte} MB`,
    )
    throw refusal
  }
}
