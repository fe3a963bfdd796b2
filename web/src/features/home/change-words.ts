// Describes what happened, for the list of what changed lately: the history of the record has the details.
import { kindNames, namesOfType } from '../../lib/kinds.ts'
import { titleOf } from '../../lib/words.ts'
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

const things: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kindNames.map(({ one }) => [one, `the ${one}`])),
  file: 'a file',
  folder: 'a folder',
  document: 'the document',
  task: 'a task',
  message: 'a message',
  emailThread: 'a mail',
  conversation: 'a message',
  statusmessage: 'a status message',
  tag: 'a tag',
  keydate: 'a key date',
  member: 'the people',
  approval: 'an approval',
  invoice: 'an invoice',
  link: 'a link',
  party: 'the other parties',
  hold: 'the legal hold',
}

const verbs: Readonly<Record<string, string>> = {
  created: 'added',
  added: 'added',
  uploaded: 'added',
  posted: 'added',
  updated: 'changed',
  changed: 'changed',
  renamed: 'renamed',
  moved: 'moved',
  deleted: 'deleted',
  removed: 'removed',
  restored: 'restored',
  completed: 'completed',
  approved: 'approved',
  declined: 'declined',
  withdrawn: 'withdrew',
  asked: 'asked for',
  accepted: 'accepted',
  assigned: 'assigned',
}

/** The changes, those of one record together, the latest first. */
export function happenings(changes: readonly Change[]): readonly Happened[] {
  const byRecord = new Map<string, Happened>()
  for (const change of changes) {
    const { record, at } = change
    if (!record || record.id === undefined || at === undefined) continue
    const key = `${record.type}/${record.id}`
    const before = byRecord.get(key)
    const what = [...new Set([...(before?.what ?? []), wordsFor(change)])]
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
function wordsFor({ action, changes, resource }: Change): string {
  const [verb, thing] = [action.split('.').at(-1) ?? '', resource.type.toLowerCase()]
  const isRecord = namesOfType(thing) !== undefined
  const labels = changes.flatMap(({ label }) => (label === undefined ? [] : [titleOf(label)]))
  if (isRecord && labels.length > 0 && verb !== 'created') return `changed ${labels.slice(0, 3).join(', ')}`
  if (isRecord && action.split('.').length > 2) {
    return `${verbs[verb] ?? 'changed'} ${things[action.split('.').at(-2) ?? ''] ?? 'something on it'}`
  }
  return `${verbs[verb] ?? 'changed'} ${things[thing] ?? 'something on it'}`
}
