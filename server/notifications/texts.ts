// The text of each notification: one sentence of what happened; the record is shown beside it.
import { bareObject } from '../platform/bare-object.ts'
import { clipped } from '../platform/errors.ts'
import type { Notification } from './notification.ts'

/** What is read with a notification, as far as it is still there. */
export interface Known {
  /** Who did it. */
  readonly by: string | undefined
  readonly task: string | undefined
  /** The beginning of the message. */
  readonly message: string | undefined
}

interface Told extends Known {
  readonly who: string
  readonly facts: Readonly<Record<string, unknown>>
}

const longest = 200

const factIn = ({ facts }: Told, name: string): string => {
  const value = facts[name]
  return typeof value === 'string' ? clipped(value.replaceAll(/\s+/g, ' ').trim(), longest) : ''
}
/** In quotation marks after a colon, or nothing. */
const quoted = (text: string | undefined) => (text ? `: “${text}”` : '')
const taskOf = (told: Told) => {
  const name = told.task ?? factIn(told, 'name')
  return name === '' ? 'a task' : `the task “${clipped(name, longest)}”`
}
/** A stage or state as words: `OnHold` is “On hold”. */
const words = (name: string) => {
  const text = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const texts: Readonly<Record<string, (told: Told) => string>> = bareObject<(told: Told) => string>({
  owner: ({ who }) => `${who} made you the owner.`,
  manager: ({ who }) => `${who} made you the manager.`,
  member: ({ who }) => `${who} added you.`,
  takenOver: (told) =>
    `${told.who} took it over, because no one could open it${quoted(factIn(told, 'reason'))}`,
  firmMemberAdded: ({ who }) => `${who} added a colleague from their firm.`,
  firmMemberRemoved: ({ who }) => `${who} removed a colleague from their firm.`,
  delegate: ({ who }) => `${who} made you a delegate.`,
  request: ({ who }) => `${who} submitted a request; it is waiting in intake.`,
  scope: ({ who }) => `${who} proposed a scope.`,
  status: (told) =>
    told.by === undefined
      ? `The status is now ${words(factIn(told, 'to'))}.`
      : `${told.who} changed the status to ${words(factIn(told, 'to'))}.`,
  mail: (told) => `${told.who} added an email to the conversation${quoted(factIn(told, 'subject'))}.`,
  message: ({ who, message }) => `${who} wrote${quoted(message)}`,
  mentioned: ({ who, message }) => `${who} mentioned you${quoted(message)}`,
  asked: (told) => `${told.who} has a question about your request${quoted(factIn(told, 'question'))}`,
  answered: (told) => `${told.who} answered${quoted(factIn(told, 'answer'))}`,
  requestAssigned: ({ who }) => `${who} assigned your request.`,
  requestAccepted: ({ who }) => `${who} accepted your request.`,
  requestDeclined: (told) => `${told.who} declined your request${quoted(factIn(told, 'reason'))}`,
  approvalRequested: (told) => `Your approval is needed${quoted(factIn(told, 'step'))}`,
  approvalForAnother: (told) =>
    `An approval is needed that you decide on as a delegate${quoted(factIn(told, 'step'))}`,
  approvalReminded: ({ who }) => `${who} sent a reminder: your approval is still needed.`,
  approvalDecided: (told) =>
    factIn(told, 'decision') === 'Declined'
      ? `${told.who} declined to approve${quoted(factIn(told, 'comment'))}`
      : `${told.who} approved${quoted(factIn(told, 'comment'))}`,
  approvalEnded: (told) => {
    const outcome = factIn(told, 'outcome')
    if (outcome === 'Approved') return 'The approval is complete.'
    const how = outcome === 'Withdrawn' ? 'was withdrawn' : 'was declined'
    return `The approval ${how}${quoted(factIn(told, 'reason'))}`
  },
  keyDate: (told) => `Reminder: ${factIn(told, 'name') || 'a key date'} on ${factIn(told, 'date')}.`,
  expiry: (told) =>
    told.facts['days'] === 0
      ? 'Reminder: it expires today.'
      : `Reminder: it ${Number(told.facts['days']) < 0 ? 'expired' : 'expires'} on ${factIn(told, 'expiry').slice(0, 10)}.`,
  task: (told) => `${told.who} assigned ${taskOf(told)} to you.`,
  taskDue: (told) => `Due on ${factIn(told, 'due').slice(0, 10)}: ${taskOf(told)}.`,
})

/** Every text there is, by what happened. */
export const textNames: readonly string[] = Object.keys(texts)

/** The sentence of a notification; of one that a later version stored, at least that something happened. */
export function textOf({ what, facts }: Pick<Notification, 'what' | 'facts'>, known: Known): string {
  const told = { ...known, facts, who: known.by ?? 'Someone' }
  return texts[what]?.(told) ?? 'Something happened here.'
}
