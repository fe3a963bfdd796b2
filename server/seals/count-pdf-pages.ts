// Whether a file is a PDF that readers open. Runs in a document worker.
import { loadPdf } from '../platform/documents/pdf/load-pdf.ts'
import { AppError, badInput, sentence } from '../platform/errors.ts'

/**
 * The pages of a PDF that is kept as it is: it may be protected, and damaged as far as readers put that right. Throws
 * bad_request for everything else.
 */
export async function countPdfPages(bytes: Uint8Array): Promise<number> {
  const noPdf = () => badInput('pdf', sentence('The file is not a PDF, or is damaged.'))
  const pdf = await loadPdf(bytes).catch((error: unknown) => {
    if (error instanceof RangeError || error instanceof AppError) throw error
    throw noPdf()
  })
  const count = pdf.isEncrypted ? 1 : pdf.getPageCount()
  if (count === 0) throw noPdf()
  return count
}
