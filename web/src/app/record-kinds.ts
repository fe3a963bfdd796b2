// The kinds of records with what they add to what all records share: for each name in lib/kinds.ts, its description.
import { contractKind } from '../features/contracts/contract-kind.ts'
import { matterKind } from '../features/matters/matter-kind.ts'
import type { RecordKind } from '../features/records/record-kind.ts'
import type { RecordKindName, RecordType } from '../lib/kinds.ts'

const descriptions = {
  matter: matterKind,
  contract: contractKind,
} as const satisfies Readonly<Record<RecordKindName, RecordKind>>

/** Every kind, in the order in which pages show several. */
export const recordKinds: readonly RecordKind[] = Object.values(descriptions)

/** The kind that answers of the API write so. */
export function kindOfType(type: RecordType): RecordKind {
  const kind = recordKinds.find(({ names }) => names.type === type)
  if (kind === undefined) throw new Error(`There are no records of the type ${type}`)
  return kind
}
