// Notifications: terms, kinds, and how a person is notified of each.
//
// notification   informs one person of one event on a record that they see, or of what concerns the sign-in of the
//                organisation that they administer: in the app, and by mail if they want
// kind           what a person chooses by: Assigned, Mentioned, …
// way            how they are notified of a kind: not at all, in the app, by mail as well, in the daily digest as well
// digest         one mail a day with everything that was kept for it, in the morning of the person's time zone
// what           the one thing that happened (rules.ts), from which the text is made when it is read
import type { ConcernName } from '../platform/subject.ts'

export const notificationKinds = [
  'assigned',
  'mentioned',
  'message',
  'approval',
  'signature',
  'invoice',
  'question',
  'intake',
  'taskDue',
  'status',
  'reminder',
  'security',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What a link in a mail ends: the mails of a kind, or the daily digest. */
export type Unsubscribed = NotificationKind | 'digest'

export const notificationWays = ['Off', 'InApp', 'Mail', 'Digest'] as const
export type NotificationWay = (typeof notificationWays)[number]

/** The way for every kind. */
export type NotifyPreferences = Readonly<Record<NotificationKind, NotificationWay>>

/**
 * How people are notified who have not chosen: by mail of what waits for them, in the digest of what they should know.
 */
export const defaultWays: NotifyPreferences = {
  assigned: 'Mail',
  mentioned: 'Mail',
  message: 'Digest',
  approval: 'Mail',
  signature: 'Mail',
  invoice: 'Mail',
  question: 'Mail',
  intake: 'Digest',
  taskDue: 'Mail',
  status: 'InApp',
  reminder: 'Mail',
  security: 'InApp',
}

/** What a mail or a page calls the kinds. */
export const kindLabels: Readonly<Record<NotificationKind, string>> = {
  assigned: 'assignments',
  mentioned: 'mentions',
  message: 'messages',
  approval: 'approvals',
  signature: 'signing and the other side',
  invoice: 'invoices',
  question: 'questions and answers',
  intake: 'requests in intake',
  taskDue: 'tasks that are due',
  status: 'changes of status',
  reminder: 'reminders',
  security: 'the security of the organisation',
}

/** What so many of a kind are, where its name is not the name of one. */
export const countedLabels: Partial<Readonly<Record<NotificationKind, string>>> = {
  signature: 'notifications about signing and the other side',
}

/** A notification as it is stored. */
export interface Notification {
  readonly organisationId: number
  readonly id: number
  readonly kind: NotificationKind
  readonly what: string
  readonly at: Date
  readonly subject: ConcernName
  readonly resource: { readonly kind: string; readonly id: number | null }
  /** Who did it; null for what time did. */
  readonly byUserId: string | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly readAt: Date | null
}

/** Whether it is about a message of the conversation of the record. */
export const isAboutMessage = ({ kind }: Notification['resource']): boolean =>
  kind.endsWith('-message') && kind !== 'status-message'

/** Whether it is about an invoice, or about who approves it. */
export const isAboutInvoice = ({ kind }: Notification['resource']): boolean =>
  kind === 'invoice' || kind === 'invoiceApproval'
