// What can be asked of a record and done with it, which is the same for matters and contracts. Only the addresses
// differ.
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client, ifMatch } from '../../lib/client.ts'

/** The kinds of records, as they are called in addresses. */
export type RecordKind = 'matters' | 'contracts'

export type MatterOverview = Answer<'/v2/matters/{matterId}/overview'>
export type ContractOverview = Answer<'/v2/contracts/{contractId}/overview'>
/** A record with all that its page shows first. */
export type RecordOverview = MatterOverview | ContractOverview

export type Person = RecordOverview['people'][number]['user']
export type Message = Item<'/v2/matters/{matterId}/conversation'>
export type HistoryItem = Item<'/v2/matters/{matterId}/history'>
export type StatusMessage = Item<'/v2/matters/{matterId}/statusMessages'>
export type Move = RecordOverview['moves'][number]
export type MemberRole = Sent<'/v2/matters/{matterId}/members/{userId}', 'put'>['roles'][number]

/** Changes of a record: only what is to change. */
export type RecordChanges = Readonly<Record<string, unknown>>

interface Paged<One> {
  readonly items: readonly One[]
  readonly nextLink?: string
}
interface Asked {
  readonly skip: number
  readonly top: number
  readonly signal: AbortSignal
}

/** The calls of one kind of record. */
export interface RecordCalls {
  overview(id: number, signal?: AbortSignal): Promise<RecordOverview>
  change(id: number, changes: RecordChanges, etag: string | undefined): Promise<unknown>
  remove(id: number): Promise<unknown>
  restore(id: number): Promise<unknown>
  setMember(id: number, userId: string, roles: readonly MemberRole[], note?: string): Promise<unknown>
  removeMember(id: number, userId: string): Promise<unknown>
  statuses(id: number, asked: Asked): Promise<Paged<StatusMessage>>
  postStatus(id: number, message: string): Promise<unknown>
  conversation(id: number, asked: Asked): Promise<Paged<Message>>
  write(id: number, text: string, mentions: readonly { id: string }[]): Promise<unknown>
  edit(id: number, messageId: number, text: string): Promise<unknown>
  unwrite(id: number, messageId: number): Promise<unknown>
  history(id: number, asked: Asked): Promise<Paged<HistoryItem>>
  hold(id: number, reason: string): Promise<unknown>
  endHold(id: number): Promise<unknown>
  /** Says what the record is part of; nothing takes it out. */
  setParent(id: number, parentId: number | undefined): Promise<unknown>
}

const newestFirst = ({ skip, top }: Asked) => ({ $orderby: 'Created/DateUtc desc', $skip: skip, $top: top })

const matters: RecordCalls = {
  overview: (matterId, signal) =>
    answer(
      client.GET('/v2/matters/{matterId}/overview', { params: { path: { matterId } }, ...within(signal) }),
    ),
  change: (matterId, body, etag) =>
    answer(
      client.PATCH('/v2/matters/{matterId}', {
        params: { path: { matterId } },
        body,
        headers: ifMatch(etag),
      }),
    ),
  remove: (matterId) => answer(client.DELETE('/v2/matters/{matterId}', { params: { path: { matterId } } })),
  restore: (matterId) =>
    answer(client.POST('/v2/bin/matters/{matterId}/restore', { params: { path: { matterId } } })),
  setMember: (matterId, userId, roles, note) =>
    answer(
      client.PUT('/v2/matters/{matterId}/members/{userId}', {
        params: { path: { matterId, userId } },
        body: { roles: [...roles], ...(note ? { note } : {}) },
      }),
    ),
  removeMember: (matterId, userId) =>
    answer(
      client.DELETE('/v2/matters/{matterId}/members/{userId}', { params: { path: { matterId, userId } } }),
    ),
  statuses: (matterId, asked) =>
    answer(
      client.GET('/v2/matters/{matterId}/statusMessages', {
        params: { path: { matterId }, query: newestFirst(asked) },
        signal: asked.signal,
      }),
    ),
  postStatus: (matterId, message) =>
    answer(
      client.POST('/v2/matters/{matterId}/statusMessages', {
        params: { path: { matterId } },
        body: { message },
      }),
    ),
  conversation: (matterId, asked) =>
    answer(
      client.GET('/v2/matters/{matterId}/conversation', {
        params: { path: { matterId }, query: newestFirst(asked) },
        signal: asked.signal,
      }),
    ),
  write: (matterId, text, mentions) =>
    answer(
      client.POST('/v2/matters/{matterId}/conversation', {
        params: { path: { matterId } },
        body: { text, mentions: [...mentions] },
      }),
    ),
  edit: (matterId, messageId, text) =>
    answer(
      client.PATCH('/v2/matters/{matterId}/conversation/{messageId}', {
        params: { path: { matterId, messageId } },
        body: { text },
      }),
    ),
  unwrite: (matterId, messageId) =>
    answer(
      client.DELETE('/v2/matters/{matterId}/conversation/{messageId}', {
        params: { path: { matterId, messageId } },
      }),
    ),
  history: (matterId, { skip, top, signal }) =>
    answer(
      client.GET('/v2/matters/{matterId}/history', {
        params: { path: { matterId }, query: { $skip: skip, $top: top } },
        signal,
      }),
    ),
  hold: (matterId, reason) =>
    answer(client.PUT('/v2/matters/{matterId}/hold', { params: { path: { matterId } }, body: { reason } })),
  endHold: (matterId) =>
    answer(client.DELETE('/v2/matters/{matterId}/hold', { params: { path: { matterId } } })),
  setParent: (matterId, id) => {
    const params = { path: { matterId } }
    return id === undefined
      ? answer(client.DELETE('/v2/matters/{matterId}/parent', { params }))
      : answer(client.PUT('/v2/matters/{matterId}/parent', { params, body: { id } }))
  },
}

const contracts: RecordCalls = {
  overview: (contractId, signal) =>
    answer(
      client.GET('/v2/contracts/{contractId}/overview', {
        params: { path: { contractId } },
        ...within(signal),
      }),
    ),
  change: (contractId, body, etag) =>
    answer(
      client.PATCH('/v2/contracts/{contractId}', {
        params: { path: { contractId } },
        body,
        headers: ifMatch(etag),
      }),
    ),
  remove: (contractId) =>
    answer(client.DELETE('/v2/contracts/{contractId}', { params: { path: { contractId } } })),
  restore: (contractId) =>
    answer(client.POST('/v2/bin/contracts/{contractId}/restore', { params: { path: { contractId } } })),
  setMember: (contractId, userId, roles, note) =>
    answer(
      client.PUT('/v2/contracts/{contractId}/members/{userId}', {
        params: { path: { contractId, userId } },
        body: { roles: contractRoles(roles), ...(note ? { note } : {}) },
      }),
    ),
  removeMember: (contractId, userId) =>
    answer(
      client.DELETE('/v2/contracts/{contractId}/members/{userId}', {
        params: { path: { contractId, userId } },
      }),
    ),
  statuses: (contractId, asked) =>
    answer(
      client.GET('/v2/contracts/{contractId}/statusMessages', {
        params: { path: { contractId }, query: newestFirst(asked) },
        signal: asked.signal,
      }),
    ),
  postStatus: (contractId, message) =>
    answer(
      client.POST('/v2/contracts/{contractId}/statusMessages', {
        params: { path: { contractId } },
        body: { message },
      }),
    ),
  conversation: (contractId, asked) =>
    answer(
      client.GET('/v2/contracts/{contractId}/conversation', {
        params: { path: { contractId }, query: newestFirst(asked) },
        signal: asked.signal,
      }),
    ),
  write: (contractId, text, mentions) =>
    answer(
      client.POST('/v2/contracts/{contractId}/conversation', {
        params: { path: { contractId } },
        body: { text, mentions: [...mentions] },
      }),
    ),
  edit: (contractId, messageId, text) =>
    answer(
      client.PATCH('/v2/contracts/{contractId}/conversation/{messageId}', {
        params: { path: { contractId, messageId } },
        body: { text },
      }),
    ),
  unwrite: (contractId, messageId) =>
    answer(
      client.DELETE('/v2/contracts/{contractId}/conversation/{messageId}', {
        params: { path: { contractId, messageId } },
      }),
    ),
  history: (contractId, { skip, top, signal }) =>
    answer(
      client.GET('/v2/contracts/{contractId}/history', {
        params: { path: { contractId }, query: { $skip: skip, $top: top } },
        signal,
      }),
    ),
  hold: (contractId, reason) =>
    answer(
      client.PUT('/v2/contracts/{contractId}/hold', { params: { path: { contractId } }, body: { reason } }),
    ),
  endHold: (contractId) =>
    answer(client.DELETE('/v2/contracts/{contractId}/hold', { params: { path: { contractId } } })),
  setParent: (contractId, id) => {
    const params = { path: { contractId } }
    return id === undefined
      ? answer(client.DELETE('/v2/contracts/{contractId}/parent', { params }))
      : answer(client.PUT('/v2/contracts/{contractId}/parent', { params, body: { id } }))
  },
}

/** Says which matter a contract is on; nothing takes it off. */
export function setMatterOfContract(contractId: number, id: number | undefined): Promise<unknown> {
  const params = { path: { contractId } }
  return id === undefined
    ? answer(client.DELETE('/v2/contracts/{contractId}/matter', { params }))
    : answer(client.PUT('/v2/contracts/{contractId}/matter', { params, body: { id } }))
}

// a contract has no manager
const contractRoles = (roles: readonly MemberRole[]) =>
  roles.filter((role) => role === 'Member' || role === 'Owner')

const within = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })

/** The calls of a kind. */
export const callsOf = (kind: RecordKind): RecordCalls => (kind === 'matters' ? matters : contracts)
