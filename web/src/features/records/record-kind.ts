// What one kind of record adds to what all records share in the web app. It has no components: the list and the page of
// a kind are in its own folder, made of the shared ones here.
import type { Icon } from '@tabler/icons-react'
import type { Me } from '../../components/me-context.ts'
import type { KindNames, RecordType } from '../../lib/kinds.ts'
import type { State } from '../../lib/states.ts'
import type { MemberRole, RecordCalls } from './record-calls.ts'

/** What the frame knows of a kind: where it is reached, and who creates one. */
export interface KindEntry {
  readonly names: KindNames
  readonly icon: Icon
  /** The keys that go to its list. */
  readonly listKey: string
  readonly mayCreate: (me: Me) => boolean
}

/** Everything that pages for every kind need of one. */
export interface RecordKind extends KindEntry {
  readonly calls: RecordCalls
  readonly states: KindStates
  /** What somebody can be on it besides member and owner, and whose delegate. */
  readonly roles: readonly MemberRole[]
  readonly delegates: readonly MemberRole[]
  /** What it belongs to besides its parent. */
  readonly relations: readonly Relation[]
  /** What somebody would create one for. */
  readonly createdFor: string
  /** What somebody new does first with this kind. */
  readonly firstSteps: readonly FirstStep[]
  /** The tab of its page that a notification leads to, by the kind of the notification. */
  readonly notifiedTabs?: Readonly<Record<string, string>>
  /** Whether it can have invoices. */
  readonly hasInvoices: boolean
}

/** The states of a kind. */
export interface KindStates {
  /** What each is called, and the tone it is shown in. */
  readonly all: Readonly<Record<string, State>>
  /** Those that follow each other, in order. Others are reached beside it. */
  readonly path: readonly string[]
  /** The step of the path that a state is at which is none itself. */
  readonly stepOf?: (state: string) => string
  /** Those that nothing leads back from, or not to where it was: asked about before. */
  readonly final: Readonly<Record<string, { readonly means: string; readonly isGood?: boolean }>>
  /** Whether a move to a state that is not final may have an undo; it may unless this says otherwise. */
  readonly mayUndo?: (from: string, to: string) => boolean
}

/** A record of some kind that others belong to. */
interface Relation {
  readonly type: RecordType
  readonly heading: string
  readonly words: RelationWords
  /** The right to change it. */
  readonly right: string
  /** The name in the address of the page that makes a record of this kind for one of those. */
  readonly createdFor?: string
  /** Says which; nothing takes it away. */
  readonly set: (id: number, to: number | undefined) => Promise<unknown>
}

/** What choosing the record that another belongs to is called. */
export interface RelationWords {
  readonly add: string
  readonly label: string
  readonly title: string
}

/** Something to do first. */
export interface FirstStep {
  readonly to: string
  readonly title: string
  readonly detail: string
  readonly shown: (me: Me) => boolean
}
