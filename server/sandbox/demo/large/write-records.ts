// Writes the records of a large organisation with COPY, some thousands at a time, so that neither this process nor the
// database holds more than these in memory. What lists count records by is added up on the way: counting it afterwards
// would read everything again.
import type pg from 'pg'
import { type CopyTarget, type CopyValue, copyRows } from '../../../platform/postgres/copy.ts'
import type { SubjectKind } from '../../../platform/subject.ts'
import {
  type Around,
  contractColumns,
  contractMemberColumns,
  contractMemberRows,
  contractRow,
  fieldValueColumns,
  fieldValueRows,
  matterColumns,
  matterMemberColumns,
  matterMemberRows,
  matterRow,
} from './generate-rows.ts'

type Row = readonly CopyValue[]

interface Kind {
  readonly kind: SubjectKind
  readonly records: CopyTarget
  readonly members: CopyTarget
  recordOf(around: Around, index: number): Row
  membersOf(around: Around, index: number): readonly Row[]
}

const kinds: readonly Kind[] = [
  {
    kind: 'matter',
    records: { table: 'matters', columns: matterColumns },
    members: { table: 'matter_members', columns: matterMemberColumns },
    recordOf: matterRow,
    membersOf: matterMemberRows,
  },
  {
    kind: 'contract',
    records: { table: 'contracts', columns: contractColumns },
    members: { table: 'contract_members', columns: contractMemberColumns },
    recordOf: contractRow,
    membersOf: contractMemberRows,
  },
]

const fieldValues: CopyTarget = { table: 'field_values', columns: fieldValueColumns }

/** How many steps of progress each matter and contract counts for. */
export const stepsPerSize = 6

const batch = 10_000

/** Writes so many matters and contracts; calls `onSteps` with the number of steps taken. */
export async function writeRecords(
  client: pg.ClientBase,
  around: Around,
  { size, onSteps }: { readonly size: number; readonly onSteps: (steps: number) => void },
): Promise<void> {
  for (const each of kinds) {
    const counts = startCounts(each, around)
    for (let first = 0; first < size; first += batch) {
      const indexes = Array.from({ length: Math.min(batch, size - first) }, (_, place) => first + place)
      const write = async (target: CopyTarget, rows: Iterable<Row>) => {
        await copyRows(client, target, rows)
        onSteps(indexes.length)
      }
      const records = indexes.map((index) => each.recordOf(around, index))
      const members = indexes.map((index) => each.membersOf(around, index))
      await write(each.records, records)
      await write(each.members, members.flat())
      await write(
        fieldValues,
        indexes.flatMap((index) => fieldValueRows(around, each.kind, index)),
      )
      for (const [place, record] of records.entries()) counts.add(record, members[place] ?? [])
    }
    await copyRows(client, { table: 'record_counts', columns: countColumns }, counts.rows())
  }
}

const groupedBy = ['team_id', 'status', 'restricted', 'in_intake'] as const
const countColumns = ['organisation_id', 'kind', 'user_id', ...groupedBy, 'amount', 'folded']

/** The counts of records and of each person's memberships, as record_counts has them. */
function startCounts({ kind, records, members }: Kind, { organisationId }: Around) {
  const places = groupedBy.map((name) => records.columns.indexOf(name))
  const userPlace = members.columns.indexOf('user_id')
  const groups = new Map<string, { readonly row: Row; amount: number }>()
  const count = (userId: CopyValue, group: Row) => {
    const key = `${String(userId)} ${group.join(' ')}`
    const known = groups.get(key)
    if (known) known.amount++
    else groups.set(key, { row: [organisationId, kind, userId, ...group], amount: 1 })
  }
  return {
    add(record: Row, ofMembers: readonly Row[]) {
      // contracts are never in intake
      const group = places.map((place) => record[place] ?? (place < 0 ? false : null))
      count(null, group)
      for (const member of ofMembers) count(member[userPlace] ?? null, group)
    },
    rows: () => [...groups.values()].map(({ row, amount }): Row => [...row, amount, true]),
  }
}
