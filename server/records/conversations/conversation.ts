// Conversations: terms, and where messages are.
//
// conversation   what is written on a record, and for a matter the mails that were added to it, in one order
// message        one of them; its author may change or delete what they wrote for an hour, and its former text is in
//                the history
// mention        a person whom a message addresses: they see the record, and are notified

export const longestMessage = 10_000
export const mostMentions = 50
/** How long an author may change or delete a message. */
export const changeableMs = 60 * 60_000

/** A message as it was written. */
export interface Message {
  readonly id: number
  readonly userId: string
  readonly text: string
  readonly mentions: readonly string[]
  readonly written: boolean
  readonly createdAt: Date
}
