// Filters and orders of lists of records on what the answers do not show.
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { contractFilters } from '../../server/contracts/v2/contracts.wire.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { matterFilters } from '../../server/matters/v2/matters.wire.ts'

/** What lists can be filtered and sorted by beyond what they show, as it is written on the wire. */
export const beyond = {
  matters: {
    kind: matterKind,
    listed: matterFilters,
    filters: [
      'Urgent',
      'InIntake',
      'Members/any(m: m/id eq me())',
      "Tags/any(t: t/description eq 'board')",
      'Modified/DateUtc ge today(-30)',
      'Closed/DateUtc ge today(-30)',
      'NextDue le today(7)',
      'Parent/Id eq 1',
    ],
    orders: ['DisplayId', 'Modified/DateUtc', 'Closed/DateUtc'],
  },
  contracts: {
    kind: contractKind,
    listed: contractFilters,
    filters: [
      'Members/any(m: m/id eq me())',
      "Parties/any(p: p/name eq 'zephyr ltd')",
      'Modified/DateUtc ge today(-30)',
      'Executed/DateUtc ge today(-30)',
      'StageSince lt today(-300)',
      'Parent/Id eq 1',
    ],
    orders: ['Modified/DateUtc', 'Executed/DateUtc', 'StageSince'],
  },
} as const
