// Two people change one thing at the same time. Only what this person changed is sent, with the version it was read in;
// if that is no longer the current one, both changes are put together. A person is asked only where both changed one
// field.
import { hasStatus } from './refusal.ts'

/** What was read, with its version. */
export interface Version<Value> {
  readonly value: Value
  readonly etag: string | undefined
}

/** A field that both have changed. Fields within `fields` are named `fields/court`. */
export interface Conflict {
  readonly field: string
  readonly before: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

/** For each field in conflict which value to keep; undefined gives up saving. */
export type Decision = ReadonlyMap<string, 'mine' | 'theirs'> | undefined

interface Save<Value, Changes> {
  /** What the person saw when they began to change it. */
  readonly before: Version<Value>
  /** Only what they changed. */
  readonly changes: Changes
  /** Sends changes for that version. */
  readonly send: (changes: Changes, etag: string | undefined) => Promise<unknown>
  /** Reads the current version. */
  readonly read: () => Promise<Version<Value>>
  readonly ask: (conflicts: readonly Conflict[]) => Promise<Decision>
}

const ATTEMPTS = 5

/**
 * Saves changes; answers false when the person gave up. Throws what `send` and `read` throw, and the 412 if others go
 * on changing the same thing all the time.
 */
export async function saveMerged<Value extends object, Changes extends object>(
  save: Save<Value, Changes>,
): Promise<boolean> {
  let { before } = save
  let changes = flat(save.changes)
  for (let attempt = 1; changes.size > 0; attempt += 1) {
    try {
      await save.send(nested(changes) as Changes, before.etag)
      return true
    } catch (error) {
      if (!hasStatus(error, 412) || attempt === ATTEMPTS) throw error
    }
    const now = await save.read()
    const decided = await merged(before.value, now.value, changes, save.ask)
    if (decided === undefined) return false
    changes = decided
    before = now
  }
  return true
}

async function merged(
  before: object,
  now: object,
  changes: ReadonlyMap<string, unknown>,
  ask: (conflicts: readonly Conflict[]) => Promise<Decision>,
): Promise<Map<string, unknown> | undefined> {
  const [old, theirs] = [flat(before), flat(now)]
  // what they set to the same value needs no second change
  const mine = new Map([...changes].filter(([field, value]) => !isSame(value, theirs.get(field))))
  const conflicts = [...mine]
    .filter(([field]) => !isSame(old.get(field), theirs.get(field)))
    .map(([field, value]) => ({ field, before: old.get(field), mine: value, theirs: theirs.get(field) }))
  if (conflicts.length === 0) return mine
  const decision = await ask(conflicts)
  return decision && new Map([...mine].filter(([field]) => decision.get(field) !== 'theirs'))
}

/** Only what differs from what was read, for `changes`. */
export function changedOnly<Value extends object>(before: Value, after: Partial<Value>): Partial<Value> {
  const old = flat(before)
  return nested(
    new Map([...flat(after)].filter(([field, value]) => !isSame(value, old.get(field)))),
  ) as Partial<Value>
}

// custom fields are each a field of their own
function flat(value: object): Map<string, unknown> {
  const entries = Object.entries(value) as [string, unknown][]
  return new Map(
    entries.flatMap(([name, inner]) =>
      name === 'fields' && isPlain(inner)
        ? Object.entries(inner).map(([field, own]): [string, unknown] => [`fields/${field}`, own])
        : [[name, inner] as [string, unknown]],
    ),
  )
}

function nested(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of values) {
    if (name.startsWith('fields/')) fields[name.slice('fields/'.length)] = value
    else whole[name] = value
  }
  return Object.keys(fields).length === 0 ? whole : { ...whole, fields }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether two values of a field mean the same. Null, absent and empty text are one; a thing with an id is that id; an
 * option is its value.
 */
export function isSame(one: unknown, two: unknown): boolean {
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(two))
}

function meaning(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(meaning)
  if (!isPlain(value)) return value
  if (value['id'] !== undefined) return { id: value['id'] }
  if (value['value'] !== undefined && value['label'] !== undefined) return meaning(value['value'])
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, meaning(inner)]),
  )
}
