// Calls of an approver at the address in their mail.
import { outsideCalls } from '../signing/outside-call.ts'

/** What is asked. */
export interface Question {
  readonly organization: string
  readonly approver: string | null
  readonly isForAnother: boolean
  readonly requester: string | null
  /** What is to be approved: one of both. */
  readonly contract: { readonly name: string; readonly number: string | null } | null
  readonly invoice: Invoice | null
  readonly amounts: readonly { readonly title: string; readonly value: string; readonly currency: string }[]
  readonly steps: readonly string[]
  readonly due: string | null
  readonly comment: string | null
  readonly againBecause: string | null
  readonly document: { readonly name: string; readonly contentType: string; readonly size: number } | null
  /** What is not as it was when approval was asked for; nobody can answer then. */
  readonly changed: string | null
  /** Sent with the answer: what it is about. */
  readonly asked: string
}

/** Amounts are with tax. */
export interface Invoice {
  readonly id: number
  readonly number: string
  readonly provider: string
  readonly matter: string
  readonly date: string
  readonly currency: string
  readonly billed: string
  readonly toApprove: string
}

export interface Answer {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string
  readonly asked: string
}

const call = outsideCalls('/approving', 'x-approving')

export const readQuestion = async (token: string): Promise<Question> =>
  (await call(token, '')).json() as Promise<Question>

export const readQuestionBytes = async (token: string): Promise<ArrayBuffer> =>
  (await call(token, '/document')).arrayBuffer()

export const sendAnswer = async (token: string, body: Answer): Promise<void> =>
  void (await call(token, '/answer', { method: 'POST', body }))
