// What changed in an event, from its facts. Only what has a value before and after is shown, and of what was created or
// removed the properties that have a label: facts may contain more, which is for the server only.
import type { EventRow } from './history.ts'
import { labelFrom, type ReferenceKind, propertyLabels } from './property-labels.ts'
import { statementsIn } from './event-statements.ts'

/** A change with its values as they are stored. */
export interface StoredChange {
  /** The name in the event; `field_<id>` for a custom field. */
  readonly name: string
  readonly property: string
  readonly label: string
  readonly as: ReferenceKind
  readonly from: unknown
  readonly to: unknown
}

type Facts = Readonly<Record<string, unknown>>

interface Pair {
  readonly from: unknown
  readonly to: unknown
}

const isObject = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPair = (value: unknown): value is Facts & Pair => isObject(value) && 'from' in value && 'to' in value

/** The changes of an event, in the order in which they were stored. */
export function changesIn({ name: action, facts }: EventRow): readonly StoredChange[] {
  const statements = statementsIn(action, facts)
  if (statements) return statements
  const [changes, changed] = [facts['changes'], facts['changed']].map((each) => (isObject(each) ? each : {}))
  const pairs = Object.entries({ ...facts, ...changed, ...changes }).flatMap(([name, value]) =>
    isPair(value) ? [change(name, value)] : [],
  )
  return [...pairs, ...impliedBy(action, facts), ...reasonOfPurge(action, facts)]
}

function change(name: string, { from, to }: Pair): StoredChange {
  const known = propertyLabels[name] ?? { property: name, label: labelFrom(name), as: 'text' as const }
  return { name, ...known, from, to }
}

/** Why an administrator purged something. */
function reasonOfPurge(action: string, { reason }: Facts): readonly StoredChange[] {
  if (typeof reason !== 'string' || !action.endsWith('.purged')) return []
  return [change('reason', { from: null, to: reason })]
}

/** What events say without a pair of values: that something is there now, or no more. */
function impliedBy(action: string, facts: Facts): readonly StoredChange[] {
  const plain = Object.entries(facts).filter(
    ([name, value]) => propertyLabels[name] !== undefined && !isPair(value) && value !== null,
  )
  const each = (pairOf: (value: unknown) => Pair) => plain.map(([name, value]) => change(name, pairOf(value)))
  const isCreated = /\.(?:created|added|proposed|set)$/.test(action)
  if (isCreated) return each((value) => ({ from: null, to: value }))
  if (action === 'contract.purged' || action === 'matter.purged') {
    return [...each((value) => ({ from: value, to: null })), ...destroyedIn(facts)]
  }
  if (/\.(?:deleted|removed|purged)$/.test(action)) return each((value) => ({ from: value, to: null }))
  const { private: isPrivate, version, internalNotes, reviewedLines } = facts
  // of notes only that they were changed: they are for those who pay
  if (internalNotes === true) return [change('internalNotes', { from: null, to: true })]
  if (reviewedLines === true) return [change('reviewedLines', { from: null, to: true })]
  if (typeof isPrivate === 'boolean') return [change('private', { from: !isPrivate, to: isPrivate })]
  if (typeof version === 'number' && action.endsWith('.updated')) {
    return [change('version', { from: version > 1 ? version - 1 : null, to: version })]
  }
  return []
}

/** What a certificate says of the files that were destroyed: all of them together, and each in a line. */
function destroyedIn({ files, sha256, contents }: Facts): readonly StoredChange[] {
  const lines = (Array.isArray(contents) ? contents : []).map((file: unknown) =>
    isObject(file)
      ? Object.values(file)
          .filter((part) => typeof part === 'string' || typeof part === 'number')
          .join(' ')
      : null,
  )
  return Object.entries({ files, sha256, contents: lines }).map(([name, from]) =>
    change(name, { from, to: null }),
  )
}
