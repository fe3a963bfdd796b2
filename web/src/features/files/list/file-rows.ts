// The rows of the list of all files: the files, and what the records they belong to are called.
import type { Item } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { kindNames, type RecordsName, type RecordType } from '../../../lib/kinds.ts'
import type { PageAsked, PageOf } from '../../../list/definition.ts'

export type FileRow = Item<'/v2/files'> & {
  /** What its record is called, where the person sees that. */
  readonly recordName?: string | undefined
}

/** A page of files with the names of their records, which are asked for together. */
export async function pageOfFiles(query: PageAsked, signal: AbortSignal): Promise<PageOf<FileRow>> {
  const page = await answer(client.GET('/v2/files', { params: { query }, signal }))
  // only counted
  if (query.$count) return page
  const names = new Map(
    await Promise.all(
      kindNames.map(
        async ({ many, type }) => [type, await namesOf(many, idsOf(page.items, type), signal)] as const,
      ),
    ),
  )
  const nameOf = ({ resource }: FileRow) =>
    resource ? names.get(resource.type)?.get(resource.id) : undefined
  return { ...page, items: page.items.map((file) => ({ ...file, recordName: nameOf(file) })) }
}

const idsOf = (files: readonly FileRow[], type: RecordType): readonly number[] => [
  ...new Set(files.flatMap(({ resource }) => (resource?.type === type ? [resource.id] : []))),
]

/** The list of files is worth showing without them too. */
async function namesOf(
  many: RecordsName,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const query = { $filter: `Id in (${ids.join(',')})`, $top: ids.length }
  const found = await answer(client.GET(`/v2/${many}`, { params: { query }, signal })).catch(() => ({
    items: [],
  }))
  return new Map(found.items.flatMap(({ id, name }) => (id && name ? [[id, name] as const] : [])))
}
