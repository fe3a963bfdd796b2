// A copy of a PDF that looks the same to everybody, on a screen and in print. Runs in a document worker.
import type { PDF } from '@libpdf/core'
import { checkLooksTheSame, findTraits } from '../platform/documents/pdf/changeable/find-traits.ts'
import { fixPdf } from '../platform/documents/pdf/changeable/fix-pdf.ts'
import { type FoundTrait, isFixable } from '../platform/documents/pdf/changeable/traits.ts'
import { AppError, badInput, sentence } from '../platform/errors.ts'
import { openPdf } from './open-pdf.ts'

interface Fixed {
  readonly bytes: Uint8Array
  /** What is not in it any more, or cannot change any more; none for a document that was fixed already. */
  readonly removed: readonly FoundTrait[]
}

/**
 * The copy: a new file, in which nothing of the old one is left that no page shows. Throws conflict for what cannot be
 * made fixed, and bad_request for what is no PDF, is damaged or protected.
 */
export async function makeFixed(bytes: Uint8Array): Promise<Fixed> {
  const pdf = await openPdf(bytes)
  const removed = findTraits(pdf)
  if (removed.length === 0) return { bytes, removed }
  if (!removed.every(isFixable)) checkLooksTheSame(removed)
  const fixed = await written(pdf)
  // what was missed is refused, and not sealed
  checkLooksTheSame(findTraits(await openPdf(fixed)))
  return { bytes: fixed, removed }
}

async function written(pdf: PDF): Promise<Uint8Array> {
  try {
    fixPdf(pdf)
    return await pdf.save()
  } catch (error) {
    if (error instanceof RangeError || error instanceof AppError) throw error
    throw badInput('pdf', sentence('The PDF is damaged. Save it again with the program that made it.'))
  }
}
