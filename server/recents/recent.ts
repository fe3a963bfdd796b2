// Recents: the records a person looked at last, so that they find back to them.
//
// recent     a record a person looked at; one they cannot see any more is kept back, not shown
// place      the order of looking: the highest is the last

export const recentKinds = ['Matter', 'Contract', 'File'] as const
export type RecentKind = (typeof recentKinds)[number]

/** What was looked at. */
export interface Seen {
  readonly kind: RecentKind
  readonly organisationId: number
  readonly id: number
}
