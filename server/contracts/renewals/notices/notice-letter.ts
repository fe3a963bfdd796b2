// The letter that gives notice of a contract, as a Word document that its sender edits and signs.
import { docxOf } from '../../../platform/documents/writing/docx.ts'

/** What the letter says; days as they are written. */
interface Notice {
  readonly contract: string
  readonly sender: string
  readonly recipient: string | null
  readonly effectiveDate: string | null
  readonly expiry: string
  readonly today: string
  /** Paragraphs. */
  readonly reason: readonly string[]
}

/** The letter with placeholders, to start your own template from. */
export const noticeToStartFrom = (): Buffer =>
  noticeLetter({
    contract: '{contractName}',
    sender: '{organisationName}',
    recipient: '{otherParty}',
    effectiveDate: '{effectiveDate}',
    expiry: '{expiry}',
    today: '{today}',
    reason: ['{#reason}', '{.}', '{/reason}'],
  })

/** The bytes of the letter. What is not known is left to be filled in, in square brackets. */
export function noticeLetter(notice: Notice): Buffer {
  const { contract, sender, recipient, effectiveDate, expiry, today, reason } = notice
  const of = effectiveDate === null ? '' : ` that took effect on ${effectiveDate}`
  return docxOf({
    title: 'Notice of non-renewal',
    isNumbered: false,
    opening: [
      today,
      `To: ${recipient ?? '[name and address of the counterparty]'}`,
      `From: ${sender}`,
      `Agreement: ${contract}`,
      `We refer to the agreement named above${of}, and give notice that we will not renew it. It ends on ${expiry}.`,
      ...reason,
      `Please confirm in writing that you have received this notice, and that the agreement ends on that day.`,
      'Obligations that are to survive the end of the agreement are not affected.',
    ],
    clauses: [],
    ending: { lines: [`For ${sender}`, 'Name:', 'Title:', 'Signature:', 'Date:'] },
  })
}
