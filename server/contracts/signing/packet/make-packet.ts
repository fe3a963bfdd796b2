// The PDF of a packet to sign in ink: how it is signed, the document, and a sheet for the signatures. Runs in a
// document worker.
import { PDF } from '@libpdf/core'
import { checkLooksTheSame, findTraits } from '../../../platform/documents/pdf/changeable/find-traits.ts'
import { TextWriter } from '../../../platform/documents/pdf/text-pages.ts'
import { Typesetter } from '../../../platform/documents/pdf/typesetter.ts'
import { openPdf } from '../../../seals/open-pdf.ts'

/** Somebody who is to sign, and for whom. */
export interface PacketSigner {
  readonly name: string
  readonly title: string | null
  readonly party: string | null
}

interface ToMake {
  readonly title: string
  /** What the document is, as labels and texts. */
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly document: Uint8Array
  readonly signers: readonly PacketSigner[]
  readonly at: Date
}

const line = '_'.repeat(48)

const steps = [
  'Print this packet once for each original that is needed, on one side of the paper.',
  'Read the document. Nothing in it may be changed by hand; if something has to change, do not sign.',
  'Each signer signs in ink on the sheet after the document, with place and date, on every original.',
  'Scan one complete original, with all pages in their order, and upload it as the signed copy of the contract.',
  'Record who signed, for whom and when. That executes the contract, and locks it.',
] as const

/**
 * The packet. Throws conflict for a document whose look can change, and bad_request for one that is damaged or
 * protected.
 */
export async function makePacket({ title, facts, document, signers, at }: ToMake): Promise<Uint8Array> {
  const source = await openPdf(document)
  checkLooksTheSame(findTraits(source))
  const pdf = PDF.create()
  pdf.setTitle(title)
  pdf.setCreationDate(at)
  const typesetter = new Typesetter(pdf)
  const pages = source.getPageCount()
  const cover = new TextWriter(pdf, typesetter)
  cover.heading(title, 18)
  for (const [label, text] of facts) cover.row(label, text)
  cover.row('Pages', String(pages))
  cover.heading('How it is signed', 12)
  for (const [index, step] of steps.entries()) cover.row(`Step ${index + 1}`, step)
  cover.heading('Who signs', 12)
  for (const signer of signers) cover.row(signer.name, aboutOf(signer))
  await pdf.copyPagesFrom(source, [...Array(pages).keys()])
  const sheet = new TextWriter(pdf, typesetter)
  sheet.heading(`Signatures: ${title}`, 14)
  for (const [label, text] of facts) sheet.row(label, text)
  for (const signer of signers) {
    sheet.block(150)
    sheet.heading(signer.party === null ? signer.name : `For ${signer.party}`, 12)
    sheet.row('Name', signer.title === null ? signer.name : `${signer.name}, ${signer.title}`)
    for (const label of ['Signature', 'Place', 'Date']) {
      sheet.space(label === 'Signature' ? 26 : 10)
      sheet.row(label, line)
    }
  }
  typesetter.embed()
  return pdf.save()
}

const aboutOf = ({ title, party }: PacketSigner): string =>
  [title, party === null ? null : `for ${party}`].filter((text) => text !== null).join(', ')
