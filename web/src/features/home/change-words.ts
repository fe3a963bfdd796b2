// Describes what happened, for the list of what changed lately: the history of the record has the details.
import { namesOfType } from '../../lib/kinds.ts'
import { titleOf } from '../../lib/words.ts'
import { actionWords } from '../records/history/texts.ts'
import type { Change } from './home.ts'

/** What happened to one record lately. */
export interface Happened {
  readonly key: string
  readonly type: string
  readonly id: number
  readonly name: string
  readonly at: string
  readonly by: string
  readonly what: readonly string[]
}

/**
 * The changes, those of one record together, the latest first. `withFields` names the properties that were changed,
 * which mean something to those who work with them.
 */
export function happenings(
  changes: readonly Change[],
  { withFields }: { withFields: boolean },
): readonly Happened[] {
  const byRecord = new Map<string, Happened>()
  for (const change of changes) {
    const { record, at } = change
    if (!record || record.id === undefined || at === undefined) continue
    const key = `${record.type}/${record.id}`
    const before = byRecord.get(key)
    const what = [...new Set([...(before?.what ?? []), wordsFor(change, withFields)])]
    const by = change.user?.name ?? 'Chancery'
    byRecord.set(key, {
      key,
      type: record.type,
      id: record.id,
      name: record.name ?? '',
      at: before?.at ?? at,
      by:
        before === undefined || before.by === by ? by : `${before.by.replace(/ and others$/, '')} and others`,
      what,
    })
  }
  return [...byRecord.values()]
}

/** "changed Status, Team", "added a file". */
function wordsFor({ action, changes, resource }: Change, withFields: boolean): string {
  const isRecord = namesOfType(resource.type.toLowerCase()) !== undefined
  const labels = changes.flatMap(({ label }) => (label === undefined ? [] : [titleOf(label)]))
  const isChange = isRecord && !action.endsWith('.created')
  return withFields && isChange && labels.length > 0
    ? `changed ${labels.slice(0, 3).join(', ')}`
    : actionWords(action)
}
