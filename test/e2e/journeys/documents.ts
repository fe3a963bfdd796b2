// The documents of the journeys: real ones where ../shared/data has them, otherwise small ones made here.
import { existsSync, readFileSync } from 'node:fs'
import { docx } from '../../documents/docx.ts'
import { pdfOf } from '../../documents/pdf.ts'

const folder = new URL('../../../../shared/data/', import.meta.url)

/** A file as a page takes it. */
export interface Upload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A scan or print with signatures, called `name`. */
export function signedCopy(name: string): Upload {
  const real = new URL('contracts/VIVINT_SOLAR_INC._-_NON-COMPETITION_AGREEMENT.PDF', folder)
  const buffer = existsSync(real) ? readFileSync(real) : pdfOf(['Signed for both parties'])
  return { name, mimeType: 'application/pdf', buffer }
}

/** The agreement that the other side has sent, called `name`. */
export function theirAgreement(name: string): Upload {
  const real = new URL('templates/common-paper-docx/Mutual-NDA.docx', folder)
  const buffer = existsSync(real)
    ? readFileSync(real)
    : docx(['Mutual Non-Disclosure Agreement', 'Each party keeps what it learns of the other to itself.'])
  return { name, mimeType: word, buffer }
}

/** A Word document with these bytes. */
export const wordFile = (name: string, buffer: Buffer): Upload => ({ name, mimeType: word, buffer })
