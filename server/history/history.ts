// The history as people read it: what happened to records and what is on them, property by property.
//
// entry    an event as it is shown: what happened, to what, by whom, through what
// action   the name of the event, such as contract.updated
// change   a property with its value before and after as people read it: the name of a person, the label of a choice
// resource what the event happened to: the record itself, or a file, task or invoice on it
import { type RecordKindName } from '../records/kinds.ts'

/** What stands for a value: itself, or something with a name that the reader may know. */
export type ReadableValue =
  | string
  | number
  | boolean
  | null
  | { readonly id: string | number; readonly name: string | null }
  | readonly ReadableValue[]

export interface HistoryChange {
  readonly property: string
  readonly label: string
  readonly from: ReadableValue
  readonly to: ReadableValue
}

interface Named {
  readonly id: number
  readonly name: string | null
}

export interface HistoryEntry {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly resource: { readonly type: string; readonly id: number | null }
  /** The matter or contract that it is part of, by its name of today. */
  readonly record: (Named & { readonly type: RecordKindName }) | null
  /** The person whom an act concerned that is part of no record: who was invited, disabled, added to a team. */
  readonly person: { readonly id: string; readonly name: string | null } | null
  readonly user: { readonly id: string; readonly name: string; readonly email: string } | null
  /** The job that acted when no person did. */
  readonly system: string | null
  /** Who acted without an account: a signer, or somebody of the other side. */
  readonly guest: string | null
  /** The integration that the person used; null for the web app. */
  readonly client: Named | null
  readonly changes: readonly HistoryChange[]
}

/** What accompanies another event and says nothing of its own to a reader. */
export const silentActions = ['contract.status.updated', 'matter.status.updated'] as const

/** A stored event. */
export interface EventRow {
  readonly id: number
  readonly organisationId: number
  readonly at: Date
  readonly name: string
  readonly resourceKind: string
  readonly resourceId: number | null
  readonly subjectKind: RecordKindName | null
  readonly subjectId: number | null
  readonly userId: string | null
  readonly clientId: number | null
  readonly facts: Readonly<Record<string, unknown>>
}
