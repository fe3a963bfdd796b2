// The stream of changes: terms, and which events are part of it.
//
// change     an event on a record, as an open page needs it: what happened to what, and the record's version since then
// position   all changes up to it were seen; the ids of events are not committed in their order, so it follows behind
//            by a minute
// listener   one open stream of one person
import { kindNames } from '../kinds.ts'
import type { SubjectKind } from '../../platform/subject.ts'

/** What happened, as seen with the rights of this second. */
export interface Change {
  readonly eventId: number
  readonly topic: string
  readonly record: { readonly kind: SubjectKind; readonly id: number }
  readonly resource: { readonly kind: string; readonly id: number | null }
  readonly version: number
  /** Whether the person who receives it did it. */
  readonly own: boolean
}

// Of everything else on a record not everybody who sees it may know: invoices, tracked mails.
const streamed = new RegExp(`^(?:${[...kindNames, 'task', 'matterMessage'].join('|')})\\.`)

/** Whether events of this name are part of the stream. */
export const isStreamed = (name: string): boolean => streamed.test(name)

/** Whether the resource is a file, a folder or a document, which may be hidden on a record that others see. */
export const isAboutFile = (name: string): boolean => /\.(?:file|document|folder)\./.test(name)
