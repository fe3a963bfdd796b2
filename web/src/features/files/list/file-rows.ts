// The rows of the list of all files: the files, and what the matters and contracts they belong to are called.
import type { Item } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import type { PageAsked, PageOf } from '../../../list/definition.ts'

export type FileRow = Item<'/v2/files'> & {
  /** What its matter or contract is called, where the person sees that. */
  readonly recordName?: string | undefined
}

/** A page of files with the names of their records, which are asked for together. */
export async function pageOfFiles(query: PageAsked, signal: AbortSignal): Promise<PageOf<FileRow>> {
  const page = await answer(client.GET('/v2/files', { params: { query }, signal }))
  // only counted
  if (query.$count) return page
  const [matters, contracts] = await Promise.all([
    namesOf('/v2/matters', idsOf(page.items, 'Matter'), signal),
    namesOf('/v2/contracts', idsOf(page.items, 'Contract'), signal),
  ])
  const nameOf = ({ resource }: FileRow) =>
    resource ? (resource.type === 'Matter' ? matters : contracts).get(resource.id) : undefined
  return { ...page, items: page.items.map((file) => ({ ...file, recordName: nameOf(file) })) }
}

const idsOf = (files: readonly FileRow[], type: 'Matter' | 'Contract'): readonly number[] => [
  ...new Set(files.flatMap(({ resource }) => (resource?.type === type ? [resource.id] : []))),
]

/** The list of files is worth showing without them too. */
async function namesOf(
  list: '/v2/matters' | '/v2/contracts',
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const query = { $filter: `Id in (${ids.join(',')})`, $top: ids.length }
  const found = await answer(client.GET(list, { params: { query }, signal })).catch(() => ({ items: [] }))
  return new Map(found.items.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])))
}
