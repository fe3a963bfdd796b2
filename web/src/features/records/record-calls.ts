// What can be asked of a record and done with it, which is the same for every kind. Only the addresses differ.
import type { paths } from '../../lib/api.generated.ts'
import type { Answer, Item, Sent } from '../../lib/calls.ts'
import { answer, client, ifMatch } from '../../lib/client.ts'
import type { KindNames, kinds, RecordKindName } from '../../lib/kinds.ts'

export type MatterOverview = Answer<'/v2/matters/{matterId}/overview'>
export type ContractOverview = Answer<'/v2/contracts/{contractId}/overview'>
/** A record with all that its page shows first. */
export type RecordOverview = MatterOverview | ContractOverview

export type Person = RecordOverview['people'][number]['user']
export type Message = Item<'/v2/matters/{matterId}/conversation'>
export type HistoryItem = Item<'/v2/matters/{matterId}/history'>
type StatusMessage = Item<'/v2/matters/{matterId}/statusMessages'>
export type Unattended = Item<'/v2/unattended/matters'>
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
export type RecordViewers = Answer<'/v2/matters/{matterId}/viewers'>

export interface RecordCalls {
  overview(id: number, signal?: AbortSignal): Promise<RecordOverview>
  change(id: number, changes: RecordChanges, etag: string | undefined): Promise<unknown>
  remove(id: number): Promise<unknown>
  restore(id: number): Promise<unknown>
  /** Makes an administrator the owner of a record that nobody can open. */
  takeOver(id: number, reason: string): Promise<unknown>
  setMember(id: number, userId: string, roles: readonly MemberRole[], note?: string): Promise<unknown>
  removeMember(id: number, userId: string): Promise<unknown>
  /** Who may see it, and why. */
  viewers(id: number, signal?: AbortSignal): Promise<RecordViewers>
  statuses(id: number, asked: Asked): Promise<Paged<StatusMessage>>
  postStatus(id: number, message: string): Promise<unknown>
  conversation(id: number, asked: Asked): Promise<Paged<Message>>
  write(id: number, text: string, mentions: readonly { id: string }[]): Promise<unknown>
  edit(id: number, messageId: number, text: string): Promise<unknown>
  unwrite(id: number, messageId: number): Promise<unknown>
  history(id: number, asked: Asked): Promise<Paged<HistoryItem>>
  hold(id: number, reason: string): Promise<unknown>
  endHold(id: number): Promise<unknown>
  /** Brings it to the current form of its type. */
  bringToCurrentForm(id: number): Promise<unknown>
  /** Says what the record is part of; nothing takes it out. */
  setParent(id: number, parentId: number | undefined): Promise<unknown>
}

const newestFirst = ({ skip, top }: Asked) => ({ $orderby: 'Created/DateUtc desc', $skip: skip, $top: top })

// what comes after the id in the addresses of one kind, and of every kind
type RestOf<Name extends RecordKindName> = {
  [Path in keyof paths]: Path extends `/v2/${(typeof kinds)[Name]['many']}/{${Name}Id}${infer Rest}`
    ? Rest
    : never
}[keyof paths]
type RestOfAll = {
  readonly [Name in RecordKindName]: (rest: RestOf<Name>) => void
}[RecordKindName] extends (rest: infer Rest) => void
  ? Rest
  : never

/**
 * The calls of one kind. Their addresses are of this kind; their types are those of matters, which are the same for
 * every kind: an address that some kind does not have does not compile.
 */
export function recordCalls({ many }: KindNames, roles: readonly MemberRole[]): RecordCalls {
  const of = <Rest extends RestOfAll & RestOf<'matter'>>(rest: Rest) =>
    `/v2/${many}/{matterId}${rest}` as `/v2/matters/{matterId}${Rest}`
  const on = (matterId: number) => ({ params: { path: { matterId } } })
  const page = (matterId: number, query: object, signal: AbortSignal) => ({
    params: { path: { matterId }, query },
    signal,
  })
  return {
    overview: (id, signal) =>
      answer(client.GET(of('/overview'), { ...on(id), ...(signal === undefined ? {} : { signal }) })),
    change: (id, body, etag) => answer(client.PATCH(of(''), { ...on(id), body, headers: ifMatch(etag) })),
    remove: (id) => answer(client.DELETE(of(''), on(id))),
    restore: (id) =>
      answer(
        client.POST(`/v2/bin/${many}/{matterId}/restore` as '/v2/bin/matters/{matterId}/restore', on(id)),
      ),
    takeOver: (id, reason) => answer(client.POST(of('/takeOver'), { ...on(id), body: { reason } })),
    setMember: (matterId, userId, wanted, note) =>
      answer(
        client.PUT(of('/members/{userId}'), {
          params: { path: { matterId, userId } },
          body: { roles: wanted.filter((role) => roles.includes(role)), ...(note ? { note } : {}) },
        }),
      ),
    removeMember: (matterId, userId) =>
      answer(client.DELETE(of('/members/{userId}'), { params: { path: { matterId, userId } } })),
    viewers: (id, signal) =>
      answer(client.GET(of('/viewers'), { ...on(id), ...(signal === undefined ? {} : { signal }) })),
    statuses: (id, asked) =>
      answer(client.GET(of('/statusMessages'), page(id, newestFirst(asked), asked.signal))),
    postStatus: (id, message) => answer(client.POST(of('/statusMessages'), { ...on(id), body: { message } })),
    conversation: (id, asked) =>
      answer(client.GET(of('/conversation'), page(id, newestFirst(asked), asked.signal))),
    write: (id, text, mentions) =>
      answer(client.POST(of('/conversation'), { ...on(id), body: { text, mentions: [...mentions] } })),
    edit: (matterId, messageId, text) =>
      answer(
        client.PATCH(of('/conversation/{messageId}'), {
          params: { path: { matterId, messageId } },
          body: { text },
        }),
      ),
    unwrite: (matterId, messageId) =>
      answer(client.DELETE(of('/conversation/{messageId}'), { params: { path: { matterId, messageId } } })),
    history: (id, { skip, top, signal }) =>
      answer(client.GET(of('/history'), page(id, { $skip: skip, $top: top }, signal))),
    hold: (id, reason) => answer(client.PUT(of('/hold'), { ...on(id), body: { reason } })),
    endHold: (id) => answer(client.DELETE(of('/hold'), on(id))),
    bringToCurrentForm: (id) => answer(client.POST(of('/currentForm'), on(id))),
    setParent: (id, parentId) =>
      parentId === undefined
        ? answer(client.DELETE(of('/parent'), on(id)))
        : answer(client.PUT(of('/parent'), { ...on(id), body: { id: parentId } })),
  }
}
