// What is read and sent when something new is made.
import { queryOptions } from '@tanstack/react-query'
import type { Item, Sent } from '../../lib/calls.ts'
import { allPages } from '../../lib/all-pages.ts'
import { answer, client } from '../../lib/client.ts'

export type NewMatter = Sent<'/v2/matters', 'post'>
export type NewContract = Sent<'/v2/contracts', 'post'>

/** A type as it is chosen: with the names of what it is below. */
export interface TypeChoice {
  readonly id: number
  readonly name: string
  readonly hasWizard: boolean
}

const STALE = 300_000

/** The types of matters, each with the names above it: "Commercial › Partnerships". */
export const matterTypesQuery = queryOptions({
  queryKey: ['matterTypes', 'choices'],
  queryFn: async ({ signal }): Promise<readonly TypeChoice[]> => {
    const items = await allPages((query) =>
      answer(client.GET('/v2/matterTypes', { params: { query }, signal })),
    )
    const byId = new Map(items.map((type) => [type.id, type]))
    const nameOf = (type: Item<'/v2/matterTypes'>): string => {
      const above = byId.get(type.parent?.id ?? -1)
      return above === undefined ? (type.name ?? '') : `${nameOf(above)} › ${type.name}`
    }
    return items
      .map((type) => ({ id: type.id ?? 0, name: nameOf(type), hasWizard: false }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
  staleTime: STALE,
})

/** The types of contracts, each with its group. */
export const contractTypesQuery = queryOptions({
  queryKey: ['contractTypes', 'choices'],
  queryFn: async ({ signal }): Promise<readonly TypeChoice[]> => {
    const items = await allPages((query) =>
      answer(client.GET('/v2/contractTypes', { params: { query }, signal })),
    )
    return items
      .map(({ id, name, parent, hasWizard }) => ({
        id: id ?? 0,
        name: parent?.name ? `${parent.name} › ${name}` : (name ?? ''),
        hasWizard: hasWizard === true,
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },
  staleTime: STALE,
})

/** What to fill in for a new matter of the type. */
export const matterFormQuery = (typeId: number | undefined) =>
  queryOptions({
    queryKey: ['matterTypes', typeId, 'create'],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/matterTypes/{typeId}/forms/{form}', {
          params: { path: { typeId: typeId ?? 0, form: 'create' } },
          signal,
        }),
      ),
    enabled: typeId !== undefined,
    staleTime: STALE,
  })

/** What to fill in for a new contract of the type, from a document or by its wizard. */
export const contractFormQuery = (typeId: number | undefined, form: 'upload' | 'wizard') =>
  queryOptions({
    queryKey: ['contractTypes', typeId, form],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/contractTypes/{typeId}/forms/{form}', {
          params: { path: { typeId: typeId ?? 0, form } },
          signal,
        }),
      ),
    enabled: typeId !== undefined,
    staleTime: STALE,
  })

/** Keeps a document for a contract that is about to be made, and answers its id. */
export async function stageDocument(file: File): Promise<number> {
  const form = new FormData()
  form.set('targetResourceType', 'ContractCreation')
  form.set('file', file)
  // FormData brings its own type
  const staged = await answer(client.POST('/v2/files', { body: form, bodySerializer: () => form }))
  // only what replaces or skips another file answers nothing
  if (staged === undefined) throw new Error('The server kept no document')
  return staged.id
}

/** A file's name as the name of what it becomes: without its ending, and without underscores. */
export function nameFromFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/[_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const RECENT = 5

/** The types that somebody chose last, the latest first. */
export function recentTypes(userId: string, kind: string): readonly number[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(recentKey(userId, kind)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === 'number') : []
  } catch {
    return []
  }
}

/** Remembers that a type was used. */
export function rememberType(userId: string, kind: string, id: number): void {
  try {
    const kept = [id, ...recentTypes(userId, kind).filter((each) => each !== id)].slice(0, RECENT)
    window.localStorage.setItem(recentKey(userId, kind), JSON.stringify(kept))
  } catch {
    // without storage nothing is remembered
  }
}

const recentKey = (userId: string, kind: string) => `chancery.recent-types/${userId}/${kind}`
