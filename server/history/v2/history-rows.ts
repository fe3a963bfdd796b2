// The history as a table: a row for each property that changed, and one for each event without any.
import type { HistoryEntry, ReadableValue } from '../history.ts'
import type { HistoryPage } from '../list-history.ts'
import type { ListQuery } from '../../platform/lists/list-query.ts'
import type { Cell, TableColumn } from '../../platform/spreadsheets/table.ts'

const text = (title: string): TableColumn => ({ title, kind: 'text' })

export const historyColumns: readonly TableColumn[] = [
  { title: 'Id', kind: 'number' },
  { title: 'Time (UTC)', kind: 'moment' },
  text('Action'),
  text('Record'),
  { title: 'Record id', kind: 'number' },
  text('Record name'),
  text('Concerns'),
  text('Person'),
  text('Email'),
  text('Job'),
  text('Integration'),
  text('Property'),
  text('From'),
  text('To'),
]

const pageSize = 500

/** All rows, in pages of entries. */
export async function* historyRows(
  { filter, sort }: Pick<ListQuery, 'filter' | 'sort'>,
  read: (query: ListQuery) => Promise<HistoryPage>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let after: ListQuery['after']
  do {
    const { rows } = await read({ filter, sort, skip: 0, take: pageSize, ...(after ? { after } : {}) })
    yield rows.flatMap(rowsOf)
    after = rows.length === pageSize ? rows.at(-1)?.position : undefined
  } while (after)
}

function rowsOf(entry: HistoryEntry): readonly (readonly Cell[])[] {
  const { id, at, action, record, person, user, system, client, changes } = entry
  const about: readonly Cell[] = [
    id,
    at,
    action,
    record?.type ?? null,
    record?.id ?? null,
    record?.name ?? null,
    person?.name ?? null,
    user?.name ?? null,
    user?.email ?? null,
    system,
    client?.name ?? null,
  ]
  if (changes.length === 0) return [[...about, null, null, null]]
  return changes.map(({ label, from, to }) => [...about, label, inWords(from), inWords(to)])
}

function inWords(value: ReadableValue): string | null {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((each: ReadableValue) => inWords(each) ?? '').join('; ')
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  return 'id' in value ? (value.name ?? String(value.id)) : null
}
