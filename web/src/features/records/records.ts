// What the pages of records read, and what they change. Everything that changes a record goes through
// `useSaveRecord`, so that two people who change it at the same time both keep what they did.
import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { saveMerged, type Version } from '../../lib/conflict.ts'
import { Refusal } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { useAskConflict } from '../../forms/conflict-context.ts'
import { useReading } from '../../forms/use-reading.ts'
import { conflictWords } from './conflict-words.ts'
import type { MemberRole, RecordChanges, RecordOverview } from './record-calls.ts'
import type { RecordKind } from './record-kind.ts'
import { canBeTakenBack, stateName, stepOf } from './state/states.ts'
import { showDone } from './show-done.ts'
import { recordTexts as texts } from './texts.ts'

/** The record that a part of its page is about. */
export interface RecordRef {
  readonly kind: RecordKind
  readonly id: number
}

/** Everything that is kept of a record, for making it stale. */
export const recordKey = ({ kind, id }: RecordRef) => [kind.names.many, id] as const

/** A record with all that its page shows first: one call. */
export const overviewQuery = <Overview extends RecordOverview>({ kind, id }: RecordRef) =>
  queryOptions({
    queryKey: [...recordKey({ kind, id }), 'overview'],
    queryFn: ({ signal }) => kind.calls.overview(id, signal) as Promise<Overview>,
    enabled: Number.isInteger(id) && id > 0,
  })

/** Reads the record and everything on it again, and the lists that show it. */
export async function recordChanged(queries: QueryClient, ref: RecordRef): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: recordKey(ref) }),
    queries.invalidateQueries({ queryKey: [ref.kind.names.many, 'list'] }),
    queries.invalidateQueries({ queryKey: ['me', 'work'] }),
  ])
}

// Saves of one record follow each other, so that nobody is in conflict with themselves.
const underWay = new Map<string, Promise<unknown>>()

function afterOthers<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const next = (underWay.get(key) ?? Promise.resolve()).then(work, work)
  underWay.set(key, next)
  return next.finally(() => {
    if (underWay.get(key) === next) underWay.delete(key)
  })
}

/** What to say when a change is made, and what to save to take it back; without `undo` it cannot be taken back. */
export interface Said {
  readonly done: string
  readonly undo?: RecordChanges
  /** What taking it back would undo for good by now: then it is not taken back. */
  readonly costOfUndo?: (() => Promise<MoveCost | undefined>) | undefined
  /** The state that the record is in now, of a move: once it is in another one, nothing is said any more. */
  readonly movedTo?: string
}

/** What a move to another state would undo for good. */
export interface MoveCost {
  /** Asked before the move. */
  readonly question: string
  /** Said instead of taking back an earlier move. */
  readonly tooLate: string
}

export type CostOfMove = (from: string, to: string) => Promise<MoveCost | undefined>

/** The last move of a record, for `forgetUndo` and `closeOutdated`. */
export const moveOf = ({ kind, id }: RecordRef): string => `the move of ${kind.names.many}/${id}`

/**
 * Saves changes of the record: where somebody else has changed it since `seen`, both changes are kept, and the person
 * is asked only where both changed the same thing. `seen` is the record as the person saw it when they began. Answers
 * false when they gave up; throws the refusal.
 */
export function useSaveRecord(ref: RecordRef, seen: RecordOverview) {
  const queries = useQueryClient()
  const ask = useAskConflict()
  const reading = useReading()
  const { kind, id } = ref

  const save = useCallback(
    (changes: RecordChanges, before: RecordOverview): Promise<boolean> => {
      const { calls, names } = kind
      return afterOthers(`${names.many}/${id}`, () =>
        andThen(
          saveMerged<object, RecordChanges>({
            before: versionOf(before),
            changes,
            send: (part, etag) => calls.change(id, part, etag),
            read: async () => versionOf(await calls.overview(id)),
            ask: (conflicts) => ask(conflicts, conflictWords(kind, before, reading)),
          }),
          () => recordChanged(queries, { kind, id }),
        ),
      )
    },
    [queries, ask, reading, kind, id],
  )

  return useCallback(
    async (changes: RecordChanges, said?: Said): Promise<boolean> => {
      const saved = await save(changes, seen)
      if (!saved || said === undefined) return saved
      const { done, undo, costOfUndo, movedTo } = said
      // taken back from what there is now: whatever others change from here on is theirs
      const now = queries.getQueryData<RecordOverview>(overviewQuery({ kind, id }).queryKey) ?? seen
      const takeBack = async (changes: RecordChanges) => {
        const cost = await costOfUndo?.()
        if (cost !== undefined) throw new Refusal(409, { detail: cost.tooLate })
        return save(changes, now)
      }
      const isTooLate = undo !== undefined && (await costsSomething(costOfUndo))
      showDone(
        done,
        undo && !isTooLate ? () => takeBack(undo) : undefined,
        movedTo === undefined ? undefined : { thing: moveOf({ kind, id }), state: movedTo },
      )
      return saved
    },
    [save, seen, queries, kind, id],
  )
}

/** Where that is unknown, undo is not offered. */
const costsSomething = async (costOf: Said['costOfUndo']): Promise<boolean> =>
  costOf !== undefined &&
  (await costOf().then(
    (cost) => cost !== undefined,
    () => true,
  ))

/** Whether it worked or not, `after` follows before anybody goes on. */
async function andThen<Result>(work: Promise<Result>, after: () => Promise<void>): Promise<Result> {
  try {
    return await work
  } finally {
    await after()
  }
}

const versionOf = ({ record, etag }: RecordOverview): Version<object> => ({ value: record, etag })

/** Something that is done with a record in one call, after which it is read again. Problems are thrown. */
export function useRecordAction<Order>(
  ref: RecordRef,
  run: (order: Order) => Promise<unknown>,
  done?: (order: Order) => string | undefined,
) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: run,
    onSuccess: async (_answer, order) => {
      await recordChanged(queries, ref)
      const text = done?.(order)
      if (text !== undefined) showDone(text)
    },
  })
}

/** Puts a person on the record, or changes what they are there. */
export function useSetMember(ref: RecordRef) {
  return useRecordAction(
    ref,
    ({
      userId,
      roles,
      note,
    }: {
      userId: string
      name: string
      roles: readonly MemberRole[]
      note?: string
    }) => ref.kind.calls.setMember(ref.id, userId, roles, note),
    ({ name }) => texts.people.set(name),
  )
}

/** Takes a person off the record; they can be put back. */
export function useRemoveMember(ref: RecordRef) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: ({ userId }: { userId: string; name: string; roles: readonly MemberRole[] }) =>
      ref.kind.calls.removeMember(ref.id, userId),
    onSuccess: async (_answer, { userId, name, roles }) => {
      await recordChanged(queries, ref)
      showDone(texts.people.removed(name), async () => {
        await ref.kind.calls.setMember(ref.id, userId, roles)
        await recordChanged(queries, ref)
      })
    },
  })
}

/** Moves the record to the bin; it can be taken back. `after` leaves its page. */
export function useDeleteRecord(ref: RecordRef, name: string, after: () => void) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => ref.kind.calls.remove(ref.id),
    onSuccess: async () => {
      after()
      queries.removeQueries({ queryKey: recordKey(ref) })
      await recordChanged(queries, ref)
      showDone(texts.bin.deleted(name), async () => {
        await ref.kind.calls.restore(ref.id)
        await recordChanged(queries, ref)
      })
    },
  })
}

/**
 * Moves the record to another state; the way back is an undo where the states allow it and it costs nothing. Rejects
 * with the refusal.
 */
export function useRecordMove(ref: RecordRef, overview: RecordOverview, costOf?: CostOfMove) {
  const { record } = overview
  const save = useSaveRecord(ref, overview)
  const from = stepOf(ref.kind, record.status ?? '')
  return (to: string, fields?: Readonly<Record<string, unknown>>) =>
    save(
      { status: to, ...(fields === undefined ? {} : { fields }) },
      {
        done: texts.path.moved(stateName(ref.kind, to)),
        movedTo: to,
        ...(record.status === from && canBeTakenBack(ref.kind, from, to)
          ? { undo: { status: from }, costOfUndo: costOf && (() => costOf(to, from)) }
          : {}),
      },
    )
}

/** Shows the record to its people only, or to the team as well. */
export function useRestrict(ref: RecordRef, overview: RecordOverview) {
  const save = useSaveRecord(ref, overview)
  return useAction({
    mutationFn: (restricted: boolean) =>
      save(
        { restricted },
        {
          done: restricted ? texts.restrictDone : texts.unrestrictDone,
          undo: { restricted: !restricted },
        },
      ),
  })
}

/** Ends the legal hold. */
export const useEndHold = (ref: RecordRef) =>
  useRecordAction<void>(
    ref,
    () => ref.kind.calls.endHold(ref.id),
    () => texts.holdEnded,
  )
