// The list of a kind with its states as a person reads them.
import { useMemo } from 'react'
import { useMe } from '../../../components/me-context.ts'
import type { ListDefinition } from '../../../list/definition.ts'
import type { Choice, FilterProperty } from '../../../list/filters/property.ts'
import type { RecordKind } from '../record-kind.ts'
import { namedStates } from '../state/named-states.ts'

/** The list with the states as they are called on records of all types, for filters, groups and changes of many. */
export function useNamedList<Row extends { readonly id?: number | null }>(
  kind: RecordKind,
  list: ListDefinition<Row>,
): ListDefinition<Row> {
  const me = useMe()
  return useMemo(() => {
    const all = namedStates(me, kind)
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
