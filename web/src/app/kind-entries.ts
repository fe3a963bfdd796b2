// Where each kind of record is reached: what the frame knows of them. What kinds are is in record-kinds.ts, which pages
// load.
import { type Icon, IconFile } from '@tabler/icons-react'
import { contractEntry } from '../features/contracts/contract-entry.ts'
import { matterEntry } from '../features/matters/matter-entry.ts'
import type { KindEntry } from '../features/records/record-kind.ts'
import { namesOfType, type RecordKindName } from '../lib/kinds.ts'

const entries = {
  matter: matterEntry,
  contract: contractEntry,
} as const satisfies Readonly<Record<RecordKindName, KindEntry>>

/** Every kind, in the order in which the navigation shows them. */
export const kindEntries: readonly KindEntry[] = Object.values(entries)

/** The icon of something that was viewed or found: a record of some kind, or else a file. */
export const iconOf = (type: string): Icon =>
  kindEntries.find(({ names }) => names === namesOfType(type))?.icon ?? IconFile
