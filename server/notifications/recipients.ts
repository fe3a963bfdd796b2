// Who is notified of an event: those whom its rules name, among them only active people who see the record now and may
// read what happened in its history, or administer the organisation, and did not do it.
import { kindNames } from '../records/kinds.ts'
import { sql } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import { mayReadEvent } from '../history/event-readers.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type Concern, isRecord, type SubjectKind, visibilityOfSubjects } from '../platform/subject.ts'
import { responsibleColumns } from '../records/access-rule.ts'
import { activeAdministrators } from '../identity/users/administrators.ts'
import { type AuthorizationSnapshot, findSnapshots } from '../identity/users/authorization-snapshot.ts'
import { findNotifiedInvoices, type NotifiedInvoice } from '../invoices/notified-invoices.ts'
import { type Concerned, type Rule, rulesFor } from './rules.ts'
import { personalNotifications } from './rules-of-organisations.ts'

/** A committed event on a record, or of an organisation. */
export interface NotifiedEvent {
  readonly id: number
  readonly at: Date
  readonly name: string
  readonly resource: { readonly kind: string; readonly id: number | null }
  readonly subject: Concern
  readonly byUserId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** A person, and the rule by which an event concerns them. */
export interface Addressed {
  readonly event: NotifiedEvent
  readonly person: AuthorizationSnapshot
  readonly rule: Rule
}

/** The people on one record, and those responsible for it. */
interface PeopleOf {
  readonly responsible: readonly string[]
  readonly members: readonly string[]
}

/** Whom the events of an organisation concern, with a fixed number of statements however many they are. */
export async function findRecipients(
  app: App,
  db: Reader,
  organisationId: number,
  events: readonly NotifiedEvent[],
): Promise<readonly Addressed[]> {
  if (events.length === 0) return []
  const [peopleOf, managers, administrators, consented, invoices] = await Promise.all([
    readPeople(db, organisationId, events),
    intakeManagers(db, organisationId),
    administratorsFor(db, organisationId, events),
    readConsented(db, organisationId, events),
    findNotifiedInvoices(db, organisationId, events.flatMap(invoiceIdOf)),
  ])
  const named = events.flatMap((event) =>
    candidatesOf(event, {
      people: peopleOf(event.subject),
      managers,
      administrators,
      consented: consented(event),
      invoice: invoiceIn(invoices, event),
    }),
  )
  const people = await findSnapshots(db, [...new Set(named.map(({ userId }) => userId))])
  const byId = new Map(people.map((person) => [person.userId, person]))
  const subjects = [...new Map(events.map(({ subject }) => [keyOf(subject), subject])).values()]
  const { maySee } = await visibilityOfSubjects(app.subjects, db, subjects, people)
  return named.flatMap(({ userId, event, rule, only }) => {
    const person = byId.get(userId)
    const isTheirs = personalNotifications.includes(rule.what) && person?.organisationId === organisationId
    if (!person || !(isTheirs || maySee(event.subject, person))) return []
    return only(person) ? [{ event, person, rule }] : []
  })
}

const invoiceIdOf = ({ resource: { kind, id } }: NotifiedEvent): readonly number[] =>
  kind === 'invoice' && id !== null ? [id] : []

const invoiceIn = (invoices: ReadonlyMap<number, NotifiedInvoice>, event: NotifiedEvent) =>
  invoiceIdOf(event).flatMap((id) => invoices.get(id) ?? [])[0]

interface Candidate {
  readonly event: NotifiedEvent
  readonly rule: Rule
  readonly userId: string
  /** Whether somebody who sees the record is notified. */
  readonly only: (person: AuthorizationSnapshot) => boolean
}

interface Around {
  readonly people: PeopleOf
  readonly managers: readonly string[]
  readonly administrators: readonly string[]
  readonly consented: readonly string[]
  readonly invoice: NotifiedInvoice | undefined
}

/** Each person once, by the first rule that concerns them. */
function candidatesOf(event: NotifiedEvent, around: Around): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  for (const rule of rulesFor(event.name, event.subject)) {
    const concerned = rule.to(event)
    const { organisationId } = event.subject
    for (const { userId, only } of namedBy(concerned, around)) {
      if (concerned.except?.includes(userId)) continue
      if (!isPerson(userId) || userId === event.byUserId || found.has(userId)) continue
      found.set(userId, {
        event,
        rule,
        userId,
        only: (person) =>
          only(person) &&
          (!concerned.inside || person.organisationId === organisationId) &&
          (concerned.answersThem ||
            !isRecord(event.subject) ||
            mayReadEvent({ ...event, organisationId }, person)),
      })
    }
  }
  return [...found.values()]
}

interface Named {
  readonly userId: unknown
  readonly only: Candidate['only']
}

function namedBy(
  concerned: Concerned,
  { people, managers, administrators, consented, invoice }: Around,
): readonly Named[] {
  const userIds = [
    ...(concerned.people ?? []),
    ...(concerned.responsible ? people.responsible : []),
    ...(concerned.members ? people.members : []),
    ...(concerned.intake ? managers : []),
    ...(concerned.administrators ? administrators : []),
    ...(concerned.consented ? consented : []),
  ]
  const { author, billing } = concerned.invoice ?? {}
  if (!invoice || !billing) return userIds.map((userId) => ({ userId, only: () => true }))
  const { maySee, worksFor, createdBy } = invoice
  return [
    ...[...userIds, ...(author ? [createdBy] : [])].map((userId) => ({ userId, only: maySee })),
    ...people.members.map((userId) => ({
      userId,
      only: (person: AuthorizationSnapshot) => maySee(person) && worksFor(person, billing),
    })),
  ]
}

// what an event holds is as old as its code
const isPerson = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const keyOf = ({ kind, id }: Pick<Concern, 'kind' | 'id'>) => `${kind} ${id}`

const mostMembers = 1_000

async function readPeople(db: Reader, organisationId: number, events: readonly NotifiedEvent[]) {
  const found = new Map<string, PeopleOf>()
  for (const kind of kindNames) {
    const ids = [
      ...new Set(events.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.id)),
    ]
    if (ids.length === 0) continue
    for (const row of await readRows(db, kind, { organisationId, ids })) {
      found.set(keyOf({ kind, id: row.id }), { responsible: row.responsible, members: row.members })
    }
  }
  const nobody: PeopleOf = { responsible: [], members: [] }
  return (subject: Pick<Concern, 'kind' | 'id'>): PeopleOf => found.get(keyOf(subject)) ?? nobody
}

async function readRows(
  db: Reader,
  kind: SubjectKind,
  { organisationId, ids }: { readonly organisationId: number; readonly ids: readonly number[] },
) {
  const { table, members, access } = recordKinds[kind]
  const responsible = sql.join(responsibleColumns(access).map((name) => sql.ref(`r.${name}`)))
  // not through access.ts: who of these people may see the record is checked for each of them afterwards
  const { rows } = await sql<PeopleOf & { readonly id: number }>`
    select r.id, array_remove(array[${responsible}]::uuid[], null) as responsible,
      array(select m.user_id from ${sql.table(members.table)} m where m.organisation_id = r.organisation_id
        and ${sql.ref(`m.${members.recordId}`)} = r.id limit ${mostMembers}) as members
    from ${sql.table(table)} r where r.organisation_id = ${organisationId} and r.id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
  return rows
}

/** The people of the organisation who manage its intake. */
async function intakeManagers(db: Reader, organisationId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'Active')
    .where(sql<boolean>`'ManageIntake' = any(permissions)`)
    .select('id')
    .limit(mostMembers)
    .execute()
  return rows.map(({ id }) => id)
}

/** The administrators of the organisation, if any of the events concern it as a whole. */
async function administratorsFor(
  db: Reader,
  organisationId: number,
  events: readonly NotifiedEvent[],
): Promise<readonly string[]> {
  if (events.every(({ subject }) => isRecord(subject))) return []
  const rows = await activeAdministrators(db, organisationId).limit(mostMembers).execute()
  return rows.map(({ id }) => id)
}

/** The people of the organisation who have allowed the integration that an event is about. */
async function readConsented(db: Reader, organisationId: number, events: readonly NotifiedEvent[]) {
  const ids = events.flatMap(({ resource: { kind, id } }) => (kind === 'client' && id !== null ? [id] : []))
  if (ids.length === 0) return () => []
  const rows = await db
    .selectFrom('oauth_consents')
    .innerJoin('users', 'users.id', 'oauth_consents.user_id')
    .where('users.organisation_id', '=', organisationId)
    .where('oauth_consents.client_id', 'in', ids)
    .select(['oauth_consents.client_id', 'users.id'])
    .execute()
  const byClient = Map.groupBy(rows, ({ client_id }) => client_id)
  return ({ resource: { id } }: NotifiedEvent) => (byClient.get(id ?? 0) ?? []).map((row) => row.id)
}
