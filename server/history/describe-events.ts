// Events as entries of the history: with the names of people and things as the reader may know them at this moment.
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { isPropertyRead } from './access.ts'
import type { EventRow, HistoryChange, HistoryEntry, ReadableValue } from './history.ts'
import { type NameOf, type Reference, readNames } from './reader-names.ts'
import { changesIn, type StoredChange } from './event-changes.ts'
import { idIn, readableFieldValue, readFieldLabels, type LabelledField } from './field-labels.ts'

/** The entries of these events, in the same order. */
export async function describeEvents(
  app: Pick<App, 'subjects'>,
  db: Reader,
  actor: Actor,
  events: readonly EventRow[],
): Promise<readonly HistoryEntry[]> {
  const described = events.map((event) => ({
    event,
    changes: changesIn(event).filter(({ name }) => isPropertyRead(event, actor, name)),
  }))
  const fieldIds = described.flatMap(({ changes }) => changes.flatMap(({ name }) => fieldIdIn(name) ?? []))
  const fields = await readFieldLabels(db, actor.organisationIds, [...new Set(fieldIds)])
  const references = described.flatMap(({ event, changes }) => [
    ...referencesOf(event),
    ...changes.flatMap((change) => referencesIn(event, change, fields)),
  ])
  const [nameOf, emails] = await Promise.all([readNames(app, db, actor, references), readEmails(db, events)])
  return described.map(({ event, changes }) =>
    entryOf(event, {
      changes: changes.map((each) => readable(event, each, { fields, nameOf })),
      nameOf,
      emails,
    }),
  )
}

const fieldIdIn = (name: string): number | undefined => {
  const [, id] = /^field_(\d{1,15})$/.exec(name) ?? []
  return id === undefined ? undefined : Number(id)
}

/** The person whom an event concerns that is part of no record. */
const personIn = ({ subjectKind, facts }: EventRow): string | undefined =>
  subjectKind === null && typeof facts['userId'] === 'string' ? facts['userId'] : undefined

function referencesOf(event: EventRow): readonly Reference[] {
  const { organisationId, subjectKind, subjectId, userId, clientId } = event
  const personId = personIn(event)
  return [
    ...(personId === undefined ? [] : [{ kind: 'user', organisationId, id: personId } as const]),
    ...(subjectKind && subjectId !== null
      ? [{ kind: subjectKind, organisationId, id: subjectId } as const]
      : []),
    ...(userId === null ? [] : [{ kind: 'user', organisationId, id: userId } as const]),
    ...(clientId === null ? [] : [{ kind: 'client', organisationId, id: clientId } as const]),
  ]
}

type Fields = ReadonlyMap<number, LabelledField>

const isOfPeople = (field: LabelledField | undefined) =>
  field?.type === 'User' || field?.type === 'ContractOwner'

function referencesIn(event: EventRow, change: StoredChange, fields: Fields): readonly Reference[] {
  const kind = kindOf(event, change, fields)
  if (kind === undefined) return []
  return [change.from, change.to].flatMap((stored) => {
    const id = referredIn(stored)
    return id === undefined ? [] : [{ kind, organisationId: event.organisationId, id }]
  })
}

function kindOf(event: EventRow, { name, as }: StoredChange, fields: Fields): Reference['kind'] | undefined {
  const fieldId = fieldIdIn(name)
  if (fieldId !== undefined) return isOfPeople(fields.get(fieldId)) ? 'user' : undefined
  if (as === 'parent') return parentKindOf(event)
  return as === 'text' ? undefined : as
}

/** A parent is of the kind of its child. */
function parentKindOf({ resourceKind, subjectKind }: EventRow): Reference['kind'] | undefined {
  if (resourceKind === 'department') return 'department'
  return resourceKind === subjectKind ? (subjectKind ?? undefined) : undefined
}

/** An id, as it is or in an object. */
const referredIn = (stored: unknown): string | number | undefined =>
  typeof stored === 'string' || typeof stored === 'number' ? stored : idIn(stored)

interface Known {
  readonly fields: Fields
  readonly nameOf: NameOf
}

function readable(event: EventRow, change: StoredChange, { fields, nameOf }: Known): HistoryChange {
  const fieldId = fieldIdIn(change.name)
  const field = fieldId === undefined ? undefined : fields.get(fieldId)
  const kind = kindOf(event, change, fields)
  const read = (stored: unknown): ReadableValue => {
    const id = kind === undefined ? undefined : referredIn(stored)
    if (kind !== undefined && id !== undefined) {
      return { id, name: nameOf({ kind, organisationId: event.organisationId, id }) ?? null }
    }
    if (field) return readableFieldValue(field, stored)
    return plainValue(stored)
  }
  return {
    property: field ? `fields/${field.apiName}` : change.property,
    label: field?.title ?? change.label,
    from: read(change.from),
    to: read(change.to),
  }
}

/** Texts, numbers and truth; anything else is left out. */
function plainValue(stored: unknown): ReadableValue {
  if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean') return stored
  return Array.isArray(stored) ? stored.map(plainValue) : null
}

async function readEmails(db: Reader, events: readonly EventRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(events.flatMap(({ userId }) => userId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').where('id', 'in', ids).select(['id', 'email']).execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** At a secret address people act for themselves, whose name and address the event has. */
function guestIn({ by, guest, person, signer }: EventRow['facts']): string | null {
  if (by !== 'signer' && by !== 'recipient') return null
  const named = guest ?? person ?? signer
  return typeof named === 'string' ? named : null
}

interface Described {
  readonly changes: readonly HistoryChange[]
  readonly nameOf: NameOf
  readonly emails: ReadonlyMap<string, string>
}

function entryOf(event: EventRow, { changes, nameOf, emails }: Described): HistoryEntry {
  const { id, at, name, organisationId, subjectKind, subjectId, userId, clientId, facts } = event
  const personId = personIn(event)
  const named = (kind: Reference['kind'], of: string | number) =>
    nameOf({ kind, organisationId, id: of }) ?? null
  return {
    id,
    at,
    action: name,
    resource: { type: event.resourceKind, id: event.resourceId },
    record:
      subjectKind && subjectId !== null
        ? { type: subjectKind, id: subjectId, name: named(subjectKind, subjectId) }
        : null,
    person: personId === undefined ? null : { id: personId, name: named('user', personId) },
    user:
      userId === null
        ? null
        : { id: userId, name: named('user', userId) ?? '', email: emails.get(userId) ?? '' },
    system: typeof facts['by'] === 'string' ? facts['by'] : null,
    guest: guestIn(facts),
    client: clientId === null ? null : { id: clientId, name: named('client', clientId) },
    changes,
  }
}
