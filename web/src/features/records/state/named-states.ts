// The states of a kind as a person reads them: by the names that the organisation of the record gave them.
import { useMemo } from 'react'
import { type Me, useMe } from '../../../components/me-context.ts'
import type { State } from '../../../lib/states.ts'
import type { ListDefinition } from '../../../list/definition.ts'
import type { Choice, FilterProperty } from '../../../list/filters/property.ts'
import type { RecordKind } from '../record-kind.ts'

type Kind = Pick<RecordKind, 'names' | 'states'>
type Of = Pick<RecordKind, 'names'>
type Names = Pick<Me, 'statusNames'>

/** What a state is called on records of the type, or without one on those of all types; undefined for no own name. */
export function ownNameOf(
  { statusNames }: Names,
  { names }: Of,
  typeId: number | undefined,
  state: string,
): string | undefined {
  const given = statusNames.filter((each) => each.recordType === names.type && each.status === state)
  return (
    given.find(({ type }) => type !== null && type.id === typeId) ?? given.find(({ type }) => type === null)
  )?.name
}

/** The states of the kind with the names that they have on records of the type. */
export function namedStates(me: Names, kind: Kind, typeId?: number): RecordKind['states']['all'] {
  const { all } = kind.states
  if (!me.statusNames.some(({ recordType }) => recordType === kind.names.type)) return all
  return Object.fromEntries(
    Object.entries<State>(all).map(([state, { label, tone }]) => [
      state,
      { label: ownNameOf(me, kind, typeId, state) ?? label, tone },
    ]),
  )
}

/** The kind with the states as they are called on records of the type. */
export function useNamedKind(kind: RecordKind, typeId?: number): RecordKind {
  const me = useMe()
  return useMemo(
    () => ({ ...kind, states: { ...kind.states, all: namedStates(me, kind, typeId) } }),
    [me, kind, typeId],
  )
}

/** The list with the states as they are called on records of all types, for filters, groups and changes of many. */
export function useNamedList<Row extends { readonly id?: number | null }>(
  kind: RecordKind,
  list: ListDefinition<Row>,
): ListDefinition<Row> {
  const me = useMe()
  return useMemo(() => {
    const all = namedStates(me, kind)
    if (all === kind.states.all) return list
    const choice = ({ value, label }: Choice) => ({ value, label: all[value]?.label ?? label })
    const named = (property: FilterProperty): FilterProperty =>
      property.path === 'Status' && property.choices
        ? { ...property, choices: property.choices.map(choice) }
        : property
    return {
      ...list,
      properties: list.properties.map(named),
      ...(list.bulk ? { bulk: list.bulk.map((each) => ({ ...each, property: named(each.property) })) } : {}),
    }
  }, [me, kind, list])
}
