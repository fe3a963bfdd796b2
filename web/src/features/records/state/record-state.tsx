// The state of a record in a list.
import { useMe } from '../../../components/me-context.ts'
import { StateBadge } from '../../../components/state-badge.tsx'
import { stateOf } from '../../../lib/states.ts'
import type { RecordKind } from '../record-kind.ts'
import { ownNameOf } from './named-states.ts'

interface Stated {
  readonly status?: string | null
  readonly type?: { readonly id?: number | null } | null
}

export function RecordState({ kind, row }: { kind: RecordKind; row: Stated }) {
  const name = ownNameOf(useMe(), kind, row.type?.id ?? undefined, row.status ?? '')
  const state = stateOf(kind.states.all, row.status)
  return <StateBadge state={state && name ? { ...state, label: name } : state} />
}
