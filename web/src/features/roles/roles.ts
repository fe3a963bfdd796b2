// The roles of the organisation's own, who has one, and what rights let somebody do.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useAskConflict } from '../../forms/conflict-context.ts'
import { allPages, tokenIn } from '../../lib/all-pages.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, answerWithTag, client, ifMatch } from '../../lib/client.ts'
import { changedOnly, saveMerged, type Version } from '../../lib/conflict.ts'
import { useAction } from '../../lib/use-action.ts'
import { rightLabel, roleTexts } from './role-texts.ts'

export type CustomRole = Item<'/v2/customRoles'>
export type NewRole = Sent<'/v2/customRoles', 'post'>
export type Replacement = Sent<'/v2/customRoles/{roleId}/replace', 'post'>
export type Abilities = Answer<'/v2/abilities'>['records']
export type PersonAbilities = Answer<'/v2/users/{userId}/abilities'>
export type Permission = CustomRole['permissions'][number]
export type RecordGroup = CustomRole['groups'][number]
export type Role = CustomRole['role']
export type RightsChanges = Sent<'/v2/users/{userId}/rights', 'patch'>

/** A role of the wire with what it is to allow. */
export interface RoleRights {
  readonly role: Role
  readonly permissions: readonly Permission[]
  readonly groups: readonly RecordGroup[]
}

/** Rights to ask about: those of a role as it is, or with other permissions. */
export type AskedRights = Pick<RoleRights, 'role'> & Partial<RoleRights>

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) =>
    allPages<CustomRole>((query) =>
      answer(client.GET('/v2/customRoles', { params: { query: { ...query, $orderby: 'Name' } }, signal })),
    ),
})

const readRole = async (roleId: number, signal?: AbortSignal): Promise<Version<CustomRole>> => {
  const params = { path: { roleId } }
  return answerWithTag(client.GET('/v2/customRoles/{roleId}', { params, ...(signal ? { signal } : {}) }))
}

export const roleQuery = (roleId: number) =>
  queryOptions({ queryKey: ['roles', roleId], queryFn: ({ signal }) => readRole(roleId, signal) })

/** What somebody with these rights may do; without permissions, with those that the role has by itself. */
export const abilitiesQuery = ({ role, permissions, groups = [] }: AskedRights) => {
  const query = {
    role,
    ...(permissions === undefined ? {} : { permissions: permissions.toSorted().join() }),
    groups: groups.toSorted().join(),
  }
  return queryOptions({
    queryKey: ['roles', 'abilities', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answer(client.GET('/v2/abilities', { params: { query }, signal })),
  })
}

export const personAbilitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'abilities'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}/abilities', { params: { path: { userId } }, signal })),
  })

export const rightsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['people', userId, 'rights'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/users/{userId}/rights', { params: { path: { userId } }, signal })),
  })

const AT_ONCE = 50

/** The people who have the role, a page at a time. */
export const holdersQuery = (roleId: number) =>
  infiniteQueryOptions({
    queryKey: ['roles', roleId, 'people'],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        $filter: `CustomRole/Id eq ${roleId}`,
        $orderby: 'LastName,FirstName',
        $top: AT_ONCE,
        $count: true,
        ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
      }
      return answer(client.GET('/v2/users', { params: { query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

// what people may do shows on their pages as well
function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['roles'] })
    await queries.invalidateQueries({ queryKey: ['people'] })
  }
}

export function useCreateRole() {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: NewRole) => answer(client.POST('/v2/customRoles', { body })),
    onSuccess: refresh,
  })
}

type Changeable = Pick<CustomRole, 'name' | 'role' | 'permissions' | 'groups'> & {
  readonly description?: string | null
}

const changeable = ({ name, description, role, permissions, groups }: CustomRole): Changeable => ({
  name,
  description: description ?? null,
  role,
  permissions,
  groups,
})

/** Saves what differs; where somebody else has changed the same meanwhile, the person is asked which to keep. */
export function useUpdateRole(roleId: number) {
  const refresh = useRefresh()
  const ask = useAskConflict()
  return useAction({
    mutationFn: ({ before, after }: { before: Version<CustomRole>; after: Changeable }) =>
      saveMerged<Changeable, Partial<Changeable>>({
        before: { value: changeable(before.value), etag: before.etag },
        changes: changedOnly(changeable(before.value), after),
        send: (body, etag) =>
          answer(
            client.PATCH('/v2/customRoles/{roleId}', {
              params: { path: { roleId }, header: ifMatch(etag) },
              body,
            }),
          ),
        read: async () => {
          const { value, etag } = await readRole(roleId)
          return { value: changeable(value), etag }
        },
        ask: (conflicts) =>
          ask(conflicts, ({ field, mine, theirs }) => ({
            label: roleTexts.properties[field] ?? field,
            mine: wordsOf(mine),
            theirs: wordsOf(theirs),
          })),
      }),
    onSuccess: refresh,
  })
}

const wordsOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each) => rightLabel(String(each))).join(', ')
    : typeof value === 'string'
      ? (roleTexts.roles[value as Role] ?? value)
      : ''

/** Deletes the role; with a replacement, people who have it get that. */
export function useDeleteRole(roleId: number) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (replacement: Replacement | undefined) => {
      const params = { path: { roleId } }
      return replacement === undefined
        ? answer(client.DELETE('/v2/customRoles/{roleId}', { params }))
        : answer(client.POST('/v2/customRoles/{roleId}/replace', { params, body: replacement }))
    },
    onSuccess: refresh,
  })
}

/** Sets what a person may do. */
export function useUpdateRights(userId: string) {
  const refresh = useRefresh()
  return useAction({
    mutationFn: (body: RightsChanges) =>
      answer(client.PATCH('/v2/users/{userId}/rights', { params: { path: { userId } }, body })),
    onSuccess: refresh,
  })
}
