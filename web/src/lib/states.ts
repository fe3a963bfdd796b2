// The states of things, as text, and the tone each is shown in. A tone has its tint and icon in
// components/state-badge.tsx.

/**
 * What a state means for the reader: not begun, under discussion, waits for somebody, being signed, fine, wrong or
 * late.
 */
export type Tone = 'draft' | 'talking' | 'waiting' | 'signing' | 'good' | 'wrong'

export interface State {
  readonly label: string
  readonly tone: Tone
}

export type States<Name extends string> = Readonly<Record<Name, State>>

/** One state. */
export const state = (label: string, tone: Tone): State => ({ label, tone })

export const taskStates: States<'NotStarted' | 'InProgress' | 'Complete' | 'NotRequired' | 'OnHold'> = {
  NotStarted: state('Not started', 'draft'),
  InProgress: state('In progress', 'talking'),
  OnHold: state('On hold', 'waiting'),
  Complete: state('Complete', 'good'),
  NotRequired: state('Not required', 'draft'),
}

export const invoiceStates: States<
  'Draft' | 'Posted' | 'InReview' | 'Approved' | 'Declined' | 'Paid' | 'Void'
> = {
  Draft: state('Draft', 'draft'),
  Posted: state('Posted', 'talking'),
  InReview: state('In review', 'waiting'),
  Approved: state('Approved', 'good'),
  Paid: state('Paid', 'good'),
  Declined: state('Declined', 'wrong'),
  Void: state('Void', 'draft'),
}

export const approvalStates: States<'Waiting' | 'Approved' | 'Declined' | 'Withdrawn'> = {
  Waiting: state('Waiting', 'waiting'),
  Approved: state('Approved', 'good'),
  Declined: state('Declined', 'wrong'),
  Withdrawn: state('Withdrawn', 'draft'),
}

/** A state that this app does not know yet is shown by its own name: "NotStarted" as "Not started". */
export function stateOf(
  states: Readonly<Record<string, State>>,
  name: string | null | undefined,
): State | undefined {
  if (name === null || name === undefined) return undefined
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return states[name] ?? state(words, 'draft')
}
