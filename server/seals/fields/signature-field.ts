// Fields on the pages of a document that is signed: what a signer fills in there.
import type { Place } from './page-places.ts'

export const fieldKinds = ['Signature', 'Initials', 'Name', 'Title', 'Date', 'Text', 'Tick'] as const
export type FieldKind = (typeof fieldKinds)[number]

export const mostFields = 200
export const smallestSide = 8

export interface NewField extends Place {
  /** Of the signer, from 0. */
  readonly place: number
  readonly kind: FieldKind
  readonly required: boolean
  readonly label: string | null
}

/** How large a field is where nobody says so. */
export const usualSizes: Readonly<Record<FieldKind, { readonly width: number; readonly height: number }>> = {
  Signature: { width: 150, height: 36 },
  Initials: { width: 64, height: 32 },
  Name: { width: 160, height: 18 },
  Title: { width: 160, height: 18 },
  Date: { width: 100, height: 18 },
  Text: { width: 160, height: 18 },
  Tick: { width: 14, height: 14 },
}
