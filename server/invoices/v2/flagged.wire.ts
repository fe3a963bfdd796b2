// What guidelines have found in an invoice of a list, as v2 shows it. The flags themselves: flags.wire.ts.
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'

export const flagColumnNames = ['openFlags', 'flaggedBy']

export const flagSchemas = {
  openFlags: nullable<number>('integer', {
    description: 'Flags of the billing guidelines that were not dismissed. Null for law firms.',
    readOnly: true,
  }),
  flaggedBy: nullable<string>('string', {
    description: 'The names of the rules that have flagged it, by spaces. Null without, and for law firms.',
    readOnly: true,
  }),
} as const

export const flagsExample = { openFlags: 1, flaggedBy: 'hoursPerDay travel' }

export const flagProperties: Properties = {
  OpenFlags: sorted('openFlags'),
  FlaggedBy: filtered('flaggedBy'),
}

/** What lists show of the flags of an invoice. */
export const flagsOfRow = (row: ListedRow) => ({
  openFlags: (row['openFlags'] ?? null) as number | null,
  flaggedBy: (row['flaggedBy'] ?? null) as string | null,
})
