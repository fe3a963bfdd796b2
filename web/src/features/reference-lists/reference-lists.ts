// What administrators ask about the lists that people choose from, and do with their entries.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast-store.ts'
import { useAskConflict } from '../../forms/conflict-context.ts'
import { allPages, tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { saveMerged, type Version } from '../../lib/conflict.ts'
import { useAction } from '../../lib/use-action.ts'
import type { EntryChanges, KeptList, NewEntry } from './kept-lists.ts'
import { readMembers } from './members.ts'
import { texts } from './texts.ts'

export type ListEntry = Item<'/v2/referenceLists/{list}/entries'>
export type EntryUses = Answer<'/v2/referenceLists/{list}/entries/{entryId}/uses'>
export type UserKind = EntryUses['uses'][number]['by']

const AT_ONCE = 100

export const listsQuery = queryOptions({
  queryKey: ['lists'],
  queryFn: async ({ signal }) => (await answer(client.GET('/v2/referenceLists', { signal }))).items,
})

function containing(words: string): string {
  const text = `'${words.replaceAll("'", "''")}'`
  return `contains(Name,${text}) or contains(Code,${text})`
}

/** The entries of a list, a page at a time: those that have the words in their name. */
export const entriesQuery = (list: string, words: string) =>
  infiniteQueryOptions({
    queryKey: ['lists', list, 'entries', words],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $top: AT_ONCE,
        $count: true,
        ...(words === '' ? {} : { $filter: containing(words) }),
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      const params = { path: { list }, query }
      return answer(client.GET('/v2/referenceLists/{list}/entries', { params, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

/** A few entries to choose from. */
export const choicesQuery = (list: string, words: string) =>
  queryOptions({
    queryKey: ['lists', list, 'choices', words],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { $top: 20, ...(words === '' ? {} : { $filter: containing(words) }) }
      const params = { path: { list }, query }
      return (await answer(client.GET('/v2/referenceLists/{list}/entries', { params, signal }))).items
    },
  })

/** Every entry of a list, for its tree. */
export const wholeListQuery = (list: string) =>
  queryOptions({
    queryKey: ['lists', list, 'whole'],
    queryFn: ({ signal }) =>
      allPages<ListEntry>((query) =>
        answer(
          client.GET('/v2/referenceLists/{list}/entries', { params: { path: { list }, query }, signal }),
        ),
      ),
  })

export const usesQuery = (list: string, entryId: number) =>
  queryOptions({
    queryKey: ['lists', list, 'uses', entryId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(
        client.GET('/v2/referenceLists/{list}/entries/{entryId}/uses', {
          params: { path: { list, entryId } },
          signal,
        }),
      ),
  })

export const duplicatesQuery = (list: string) =>
  queryOptions({
    queryKey: ['lists', list, 'duplicates'],
    queryFn: async ({ signal }) =>
      (
        await answer(
          client.GET('/v2/referenceLists/{list}/duplicates', { params: { path: { list } }, signal }),
        )
      ).items,
  })

async function readEntry(list: string, id: number): Promise<ListEntry> {
  const query = { $filter: `Id eq ${id}` }
  const { items } = await answer(
    client.GET('/v2/referenceLists/{list}/entries', { params: { path: { list }, query } }),
  )
  const [entry] = items
  if (!entry) throw new Error(texts.unknown)
  return entry
}

/** The version of an entry, as its changes are sent with it. */
const versionOf = ({ version }: Pick<ListEntry, 'version'>): string => `"${version}"`

// names of entries are on records, in filters and on other lists
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

/** Adds an entry. */
export function useAddEntry(kept: KeptList) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (entry: NewEntry) => kept.add(entry),
    onSuccess: async (_, { name }) => {
      await refresh()
      showToast({ text: texts.added(name) })
    },
  })
}

/** What can be changed of an entry, as it is. */
export const changeable = ({
  name,
  description,
  parent,
  allowAssignment,
  code,
  active,
}: ListEntry): EntryChanges => ({
  name,
  description,
  parent,
  ...(allowAssignment === null ? {} : { allowAssignment }),
  ...(code === null ? {} : { code }),
  ...(active === null ? {} : { active }),
})

/** Changes an entry; where somebody else has changed the same meanwhile, the person is asked which to keep. */
export function useChangeEntry(list: string, kept: KeptList) {
  const refresh = useRefresh()
  const ask = useAskConflict()
  const save = (entry: ListEntry, changes: EntryChanges) =>
    saveMerged({
      before: { value: changeable(entry), etag: versionOf(entry) },
      changes,
      send: (some, etag) => kept.change(entry, some, etag),
      read: async (): Promise<Version<EntryChanges>> => {
        const now = await readEntry(list, entry.id)
        return { value: changeable(now), etag: versionOf(now) }
      },
      ask: (conflicts) =>
        ask(conflicts, ({ field, mine, theirs }) => ({
          label: labelOf(field),
          mine: wordsOf(mine),
          theirs: wordsOf(theirs),
        })),
    })
  return useAction({
    mutationFn: async ({ entry, changes }: { entry: ListEntry; changes: EntryChanges }) => {
      const saved = await save(entry, changes)
      return saved ? readEntry(list, entry.id) : undefined
    },
    onSuccess: async (now, { entry, changes }) => {
      await refresh()
      if (!now) return
      const back = Object.fromEntries(
        Object.entries(changeable(entry)).filter(([name]) => Object.hasOwn(changes, name)),
      ) as EntryChanges
      showToast({
        text: texts.changed(now.name),
        undo: async () => {
          await save(now, back)
          await refresh()
        },
      })
    },
  })
}

const labels: Readonly<Record<string, string>> = {
  name: texts.name,
  parent: texts.below,
  allowAssignment: texts.assignable,
  code: texts.code,
  active: texts.active,
}
const labelOf = (field: string): string => labels[field] ?? texts.description

const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? (value ? texts.yes : texts.no) : wordsOfOther(value)

const wordsOfOther = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : value === null || value === undefined ? undefined : texts.below

/** Deletes an entry that nothing uses; taking it back adds it again, with the people of a team. */
export function useRemoveEntry(kept: KeptList) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: async (entry: ListEntry) => {
      const members = kept.hasMembers ? await readMembers(entry.id) : []
      await kept.remove(entry)
      return members
    },
    onSuccess: async (members, entry) => {
      await refresh()
      showToast({
        text: texts.removed(entry.name),
        undo: async () => {
          await kept.add({ ...again(kept, entry), ...(members.length > 0 ? { members } : {}) })
          await refresh()
        },
      })
    },
  })
}

const again = (
  kept: KeptList,
  { name, description, parent, allowAssignment, code, active }: ListEntry,
): NewEntry => ({
  name,
  ...(code === null ? {} : { code }),
  ...(active === null ? {} : { active }),
  ...(allowAssignment === null ? {} : { allowAssignment }),
  ...(kept.hasDescription ? { description } : {}),
  ...(kept.isTree ? { parent } : {}),
})

/** Puts another entry in the place of one, which is gone then. */
export function useReplaceEntry(list: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ from, into }: { from: Named; into: Named }) =>
      answer(
        client.POST('/v2/referenceLists/{list}/entries/{entryId}/replace', {
          params: { path: { list, entryId: from.id } },
          body: { into: { id: into.id } },
        }),
      ),
    onSuccess: async (_, { from, into }) => {
      await refresh()
      showToast({ text: texts.replaced(from.name, into.name) })
    },
  })
}

export interface Named {
  readonly id: number
  readonly name: string
}

/** Puts an entry behind another one, or first. */
export function usePlaceEntry(list: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ id, after }: { id: number; after: number | null }) =>
      answer(
        client.PUT('/v2/referenceLists/{list}/entries/{entryId}/place', {
          params: { path: { list, entryId: id } },
          body: { after: after === null ? null : { id: after } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['lists', list] }),
  })
}

/** Adds somebody to a team, or takes them off; `done` says so. */
export function useChangeMember(teamId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: ({ userId, isMember }: { userId: string; isMember: boolean; done: string }) =>
      isMember
        ? answer(
            client.POST('/v2/teams/{teamId}/members', { params: { path: { teamId } }, body: { id: userId } }),
          )
        : answer(
            client.DELETE('/v2/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } } }),
          ),
    onSuccess: async (_, { done }) => {
      await refresh()
      showToast({ text: done })
    },
  })
}
