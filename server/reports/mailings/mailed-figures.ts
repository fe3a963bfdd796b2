// The figures of a report as a mail has them. How they are computed is said by the versions of the API.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Attachment } from '../../platform/mail/mail.ts'
import type { FoundReport } from '../source.ts'
import type { MailedFormat } from './mailing.ts'

export interface MailedFigures {
  readonly sentence: string
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[]
  /** As people read them, a text for each column. */
  readonly rows: readonly (readonly string[])[]
  /** One for each currency, over all groups. */
  readonly totals: readonly (readonly string[])[]
  /** How many rows are not among these; totals have them. */
  readonly more: number
  /** Whether everything is in them that the reader may see: the notes say what is not. */
  readonly complete: boolean
  readonly notes: readonly string[]
  /** With the time zone of the organisation. */
  readonly asOf: string
  /** Absent for a report with more groups than a file has room for. */
  readonly attachment: Attachment | undefined
}

/** Computes a report of what the actor may see. Throws bad_request for one that they cannot be answered. */
export type ComputeReport = (
  app: App,
  actor: Actor,
  asked: { readonly report: FoundReport; readonly format: MailedFormat },
) => Promise<MailedFigures>

/** How many rows a mail has: the file and the page have all of them. */
export const mostRowsInMail = 50
