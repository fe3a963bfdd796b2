// Searching in everything that people write: terms.
//
// source     what is searched in one way: files, matters, contracts, tasks, messages, mails, parties
// found      something that a source has found: with its record, and how well it fits
// passage    a piece of its text around what was found
import { recordTypes } from '../records/kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Stems, TypedQuery } from '../platform/text-search/typed-query.ts'
import type { SubjectKind } from '../platform/subject.ts'
import { wordsOf } from '../platform/text-search/words.ts'

export const searchTypes = [
  'File',
  ...recordTypes,
  'Task',
  'Message',
  'StatusMessage',
  'Mail',
  'Party',
] as const
export type SearchType = (typeof searchTypes)[number]

export interface RecordRef {
  readonly kind: SubjectKind
  readonly id: number
}

/** What is looked for, and where. */
export interface SearchAsked {
  readonly query: TypedQuery
  readonly stems: Stems
  /** Only what is on this record, and the record itself. */
  readonly record?: RecordRef | undefined
  /** Whether files are looked for in their older versions as well. */
  readonly olderVersions?: boolean | undefined
}

/** A text of something that was found, with its page if it has pages. */
export interface FoundText {
  readonly text: string
  readonly page?: number | null
}

export interface Found {
  readonly type: SearchType
  readonly organisationId: number
  readonly id: number
  readonly title: string
  /** The record it is on; null for what is on none, and for records themselves. */
  readonly record: RecordRef | null
  readonly version?: number
  /** The current version, where it was found in an older one. */
  readonly currentVersion?: number
  /** The better it fits, the higher. */
  readonly score: number
}

/** What one source found: everything, or the beginning of it. */
export interface FoundList {
  readonly items: readonly Found[]
  readonly more: boolean
}

export interface Source {
  readonly type: SearchType
  find(app: App, actor: Actor, asked: SearchAsked): Promise<FoundList>
  /** The same with what was mistyped, where typing errors are forgiven. */
  findMistyped?(app: App, actor: Actor, asked: SearchAsked): Promise<FoundList>
  /** The texts in which passages are looked for, of each item. */
  textsOf(app: App, items: readonly Found[], asked: SearchAsked): Promise<readonly (readonly FoundText[])[]>
}

/** Which part of the terms a title has, from 0 to 1. */
export function titleScore(title: string, stems: Stems): number {
  const words = wordsOf(title).split(' ')
  const has = (stem: string) =>
    words.some((word) => word.startsWith(stem.length > 3 ? stem.replace(/i$/, '') : stem))
  return stems.filter((term) => term.stems.every(has)).length / Math.max(1, stems.length)
}
