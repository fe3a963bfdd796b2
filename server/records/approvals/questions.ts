// What approvers are asked at the address in a mail, of contracts as of invoices.
import type { FileContent } from '../../files/read-file.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import type { App } from '../../platform/app.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { AnswerBrowser } from './answer-addresses.ts'

/** What somebody is asked to approve, as the page behind their address shows it. */
export interface ShownQuestion {
  readonly organisation: string
  readonly approver: ShownPerson | undefined
  /** Whether the person decides for the approver, as their delegate or because the deadline has passed. */
  readonly isForAnother: boolean
  readonly requester: ShownPerson | undefined
  /** What is to be approved: one of both. */
  readonly contract: { readonly name: string; readonly number: string | null } | null
  readonly invoice: ShownInvoice | null
  readonly amounts: readonly { readonly title: string; readonly value: string; readonly currency: string }[]
  readonly steps: readonly string[]
  readonly due: string | null
  readonly comment: string | null
  readonly againBecause: string | null
  /** Null if there is none, or not the one that approval was asked for. */
  readonly document: Pick<FileContent, 'name' | 'contentType' | 'size'> | null
  /** What is not any more as it was when approval was asked for, such as `The document`: nobody decides then. */
  readonly changed: string | null
  /** Stands for what is being asked: an answer is about this. */
  readonly asked: string
}

/** An invoice as somebody is asked to approve it; amounts are with tax, in decimal text. */
export interface ShownInvoice {
  readonly id: number
  readonly number: string
  readonly provider: string
  readonly matter: string
  readonly date: string
  readonly currency: string
  readonly billed: string
  /** What the review leaves. */
  readonly toApprove: string
}

export interface Answer {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** What the page said it was about. */
  readonly asked: string
}

/** An address that opens something. */
export interface OpenQuestion {
  readonly show: () => Promise<ShownQuestion>
  /** The document that is being approved. Throws conflict if it has changed, not_found where there is none. */
  readonly document: () => Promise<FileContent>
  /** Decides, and uses the address up. Throws conflict if something else is asked by now. */
  readonly answer: (answer: Answer) => Promise<void>
}

/** Finds the questions of one kind of approvals; undefined for addresses that are of no question of it. */
export type FindQuestion = (app: App, browser: AnswerBrowser) => Promise<OpenQuestion | undefined>

/**
 * What is asked at this address. It and what it does throw the same not_found for every address that opens nothing:
 * unknown, used, replaced by a later mail, expired, of a person who cannot decide any more, or opened by somebody else;
 * and unauthorized if the person has to sign in first.
 */
export async function findQuestion(
  kinds: readonly FindQuestion[],
  app: App,
  browser: AnswerBrowser,
): Promise<OpenQuestion> {
  for (const find of kinds) {
    const found = await find(app, browser)
    if (found) return found
  }
  throw notFound()
}

/** Throws conflict for an answer that is about something else than what is asked now. */
export function checkAsked(shown: string, asked: string): void {
  if (shown !== asked)
    throw conflict('What you are asked to approve is not what this page shows. Load it again.')
}

/** Decides at an address: who cannot decide, such as the owner of the contract by now, finds nothing there. */
export async function decideAtAddress(decide: () => Promise<void>): Promise<void> {
  try {
    await decide()
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') throw notFound()
    throw error
  }
}

/** The name of the organisation that asks. */
export async function organisationName(db: Reader, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('organisations')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}
