// The states of a kind as a person reads them: by the names that the organisation of the record gave them.
import { useMemo } from 'react'
import { type Me, useMe } from '../../../components/me-context.ts'
import type { RecordKind } from '../record-kind.ts'

type Names = Pick<Me, 'statusNames'>

/** What a state is called on records of the type, or without one on those of all types; undefined for no own name. */
export function ownNameOf(
  { statusNames }: Names,
  { names }: Pick<RecordKind, 'names'>,
  typeId: number | undefined,
  state: string,
): string | undefined {
  const given = statusNames.filter((each) => each.recordType === names.type && each.status === state)
  const on = (id: number | undefined) => given.find(({ type }) => type?.id === id)?.name
  return on(typeId) ?? on(undefined)
}

/** The states of the kind with the names that they have on records of the type. */
export const namedStates = (
  me: Names,
  kind: Pick<RecordKind, 'names' | 'states'>,
  typeId?: number,
): RecordKind['states']['all'] =>
  Object.fromEntries(
    Object.entries(kind.states.all).map(([state, { label, tone }]) => [
      state,
      { label: ownNameOf(me, kind, typeId, state) ?? label, tone },
    ]),
  )

/** The kind with the states as they are called on records of the type. */
export function useNamedKind(kind: RecordKind, typeId?: number): RecordKind {
  const me = useMe()
  return useMemo(
    () => ({ ...kind, states: { ...kind.states, all: namedStates(me, kind, typeId) } }),
    [me, kind, typeId],
  )
}
