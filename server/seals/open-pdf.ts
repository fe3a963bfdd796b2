// Opening a PDF that came from somebody. Runs in a document worker.
import type { PDF } from '@libpdf/core'
import { loadPdf } from '../platform/documents/pdf/load-pdf.ts'
import { AppError, badInput, sentence } from '../platform/errors.ts'

/** Opens what came from somebody; it must be whole, because a repaired file would not be the one that was sent. */
export async function openPdf(bytes: Uint8Array): Promise<PDF> {
  const pdf = await loadPdf(bytes).catch((error: unknown) => {
    if (error instanceof RangeError || error instanceof AppError) throw error
    throw badInput('pdf', sentence('The file is not a PDF, or is damaged.'))
  })
  if (pdf.isEncrypted) throw badInput('pdf', sentence('The PDF is protected. Upload it without a password.'))
  if (pdf.recoveredViaBruteForce || pdf.getPageCount() === 0)
    throw badInput('pdf', sentence('The PDF is damaged. Save it again with the program that made it.'))
  return pdf
}
