// What a legal hold keeps: one check on every change, by the events that it stores. Under a hold, nothing is taken away
// from a record: not what is on it, no value and no relation. Adding and changing go on, and the history keeps what was
// there before (docs/legal-holds.md).
import type { App } from '../app.ts'
import { conflict } from '../errors.ts'
import type { Tx } from '../postgres/database.ts'
import type { SubjectKind } from '../subject.ts'
import type { DomainEvent } from './change.ts'
import type { EventName } from './event-names.ts'

/**
 * Events of something that was on a record and is no more. What replaces contents checks the hold itself, before it
 * stores them.
 */
export const removals: ReadonlySet<EventName> = new Set<EventName>([
  'contract.deleted',
  'contract.document.deleted',
  'contract.document.left',
  'contract.document.purged',
  'contract.file.deleted',
  'contract.file.left',
  'contract.file.purged',
  'contract.folder.deleted',
  'contract.folder.left',
  'contract.folder.purged',
  'contract.keydate.deleted',
  'contract.message.deleted',
  'contract.notice.removed',
  'contract.renewal.removed',
  'emailThread.untracked',
  'invoice.deleted',
  'matter.deleted',
  'matter.file.deleted',
  'matter.file.left',
  'matter.file.purged',
  'matter.folder.deleted',
  'matter.folder.left',
  'matter.folder.purged',
  'matter.message.deleted',
  'task.deleted',
])

/** Events of a change of the organisation's lists that changes records which nobody looked at. */
const sweeps: ReadonlySet<EventName> = new Set<EventName>(['contract-entity.merged', 'field.options.merged'])

/** Properties whose emptying takes something away, besides custom fields. */
const relations: readonly string[] = ['parentId', 'matterId']

interface Pair {
  readonly from?: unknown
  readonly to?: unknown
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether something of the record is gone with the event. */
function takesAway({ name, facts }: Pick<DomainEvent, 'name' | 'facts'>): boolean {
  if (removals.has(name)) return true
  if (facts?.['removedTagId'] !== undefined) return true
  const changes = (facts?.['changes'] ?? {}) as Readonly<Record<string, Pair | undefined>>
  return Object.entries(changes).some(
    ([property, pair]) =>
      (relations.includes(property) || property.startsWith('field_')) &&
      pair !== undefined &&
      !isEmpty(pair.from) &&
      isEmpty(pair.to),
  )
}

/**
 * Throws conflict if one of the events takes something away from a record that is under a legal hold. Holds the
 * records, so that none is put under one between this and the commit. Costs nothing where nothing is taken away.
 */
export async function refuseRemovalsUnderHold(
  { subjects }: Pick<App, 'subjects'>,
  tx: Tx,
  events: readonly DomainEvent[],
): Promise<void> {
  const isSweep = events.some(({ name }) => sweeps.has(name))
  const losing = events.filter((event) => event.subject !== null && (isSweep || takesAway(event)))
  if (losing.length === 0) return
  const byPlace = Map.groupBy(losing, ({ organisationId, subject }) => `${organisationId} ${subject?.kind}`)
  for (const some of byPlace.values()) {
    const [{ organisationId, subject }] = some as [DomainEvent]
    if (subject === null) continue
    const ids = [...new Set(some.flatMap((event) => event.subject?.id ?? []))]
    const held = await subjects[subject.kind].findHeld(tx, organisationId, ids)
    if (held.length > 0) throw underHold(subject.kind, held, isSweep)
  }
}

function underHold(kind: SubjectKind, held: readonly number[], isSweep: boolean) {
  if (!isSweep && held.length === 1)
    return conflict(
      `This would take something away from ${kind} ${held[0]}, which is under a legal hold. An administrator can end the hold.`,
    )
  const which = held.length === 1 ? `1 ${kind} is` : `${held.length} ${kind}s are`
  return conflict(
    `${which} under a legal hold, and would be changed by this. An administrator can end the holds.`,
  )
}
