// Recents: the records that a person viewed last, so that they find their way back to them.
//
// recent     a record that a person viewed; one that they can no longer see is left out
// place      the order of viewing: the highest is the last

import { recordTypes } from '../records/kinds.ts'

export const recentKinds = [...recordTypes, 'File'] as const
export type RecentKind = (typeof recentKinds)[number]

/** The record that was viewed. */
export interface Viewed {
  readonly kind: RecentKind
  readonly id: number
  /** The organisation of the record, where it is known. */
  readonly organisationId?: number | undefined
}
