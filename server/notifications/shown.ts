// Notifications as their person sees them: with the record or their organisation, and a text made of names of this
// moment. What they do not see any more is not here, whatever was stored.
import { kindNames, kinds, type RecordType } from '../records/kinds.ts'
import { sql } from 'kysely'
import type { App } from '../platform/app.ts'
import { clipped } from '../platform/errors.ts'
import type { PageKind } from '../platform/web-addresses.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { fullName } from '../identity/users/user.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import { readEachKind, recordsByIds, shownColumns } from '../records/lists/named-records.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'
import { type Actor, hasRight } from '../platform/actor.ts'
import { isRecord, type Subject } from '../platform/subject.ts'
import type { AuthorizationSnapshot } from '../identity/users/authorization-snapshot.ts'
import { isAboutInvoice, isAboutMessage, type Notification } from './notification.ts'
import { personalNotifications } from './rules-of-organisations.ts'
import { textOf } from './texts.ts'
import { namedInvoicesVisibleTo } from '../invoices/notified-invoices.ts'

/** A record as a notification shows it. */
export interface ShownRecord {
  readonly type: RecordType
  readonly id: number
  readonly displayId: string | null
  readonly name: string
  readonly page: PageKind
}

/** An organisation in the place of a record. */
export interface ShownOrganisation {
  readonly type: 'Organization'
  readonly id: number
  readonly displayId: null
  readonly name: string
}

export interface ShownNotification extends Notification {
  readonly record: ShownRecord | ShownOrganisation
  readonly by: { readonly id: string; readonly name: string } | null
  readonly text: string
}

interface Visible extends Notification {
  readonly record: ShownNotification['record']
  /** What the status that it came to is called. */
  readonly status: string | undefined
}

/** The person as somebody who reads. */
export const readerOf = (person: AuthorizationSnapshot): Actor => ({
  ...person,
  via: { kind: 'system', name: 'notifications' },
  requestId: null,
})

/** Those of the notifications whose record or organisation the person sees now, in their order. */
export async function shownTo(
  app: App,
  { db, actor, locale }: { readonly db: Reader; readonly actor: Actor; readonly locale?: string },
  notifications: readonly Notification[],
): Promise<readonly ShownNotification[]> {
  const [records, organisation] = await Promise.all([
    readRecords(app, { db, actor }, notifications),
    readOrganisation({ db, actor }, notifications),
  ])
  const visible = notifications.flatMap((each): readonly Visible[] => {
    const found = isRecord(each.subject) ? records(each.subject) : undefined
    if (found) return [{ ...each, record: found.record, status: found.statusNames[statusIn(each) ?? ''] }]
    return organisation && concernsReader(each, actor) && each.subject.id === organisation.id
      ? [{ ...each, record: organisation, status: undefined }]
      : []
  })
  const invoiceIds = visible.flatMap(({ resource }) => (isInvoice(resource) ? [resource.id] : []))
  const [names, tasks, messages, invoices] = await Promise.all([
    readNames(db, visible),
    readTasks(db, visible),
    readMessages(db, visible),
    namedInvoicesVisibleTo(db, actor, invoiceIds),
  ])
  return visible.flatMap(({ status, ...each }) => {
    const message = messages(each)
    // it was taken back
    if (message === null) return []
    const invoice = isInvoice(each.resource) ? invoices.get(resourceKey(each)) : undefined
    // seen by fewer people than its matter
    if (isInvoice(each.resource) && !invoice) return []
    const name = each.byUserId === null ? undefined : names.get(each.byUserId)
    const person = names.get(personIn(each) ?? '')
    const task = tasks.get(resourceKey(each))
    const text = textOf(each, { by: name, person, task, message, invoice, status, locale })
    return [{ ...each, by: each.byUserId && name ? { id: each.byUserId, name } : null, text }]
  })
}

/** Whether what is about their organisation is for the reader: for administrators all, for others what is their own. */
const concernsReader = ({ subject, what }: Notification, actor: Actor): boolean =>
  !isRecord(subject) && (hasRight(actor, 'administer') || personalNotifications.includes(what))

const isInvoice = (
  resource: Notification['resource'],
): resource is Notification['resource'] & { readonly id: number } =>
  isAboutInvoice(resource) && resource.id !== null

const resourceKey = ({ organisationId, resource }: Pick<Notification, 'organisationId' | 'resource'>) =>
  `${organisationId} ${resource.id}`

/** A record with what it calls the statuses that its notifications are about. */
interface ReadRecord {
  readonly id: number
  readonly record: ShownRecord
  readonly statusNames: Readonly<Record<string, string>>
}

/** The status that a notification says the record came to. */
const statusIn = ({ what, facts }: Notification): string | undefined =>
  what === 'status' && typeof facts['to'] === 'string' ? facts['to'] : undefined

function readRecords(
  app: Pick<App, 'config' | 'clock'>,
  { db, actor }: { readonly db: Reader; readonly actor: Actor },
  notifications: readonly Notification[],
): Promise<(record: Pick<Subject, 'kind' | 'id'>) => ReadRecord | undefined> {
  const statuses = [...new Set(notifications.flatMap((each) => statusIn(each) ?? []))]
  return readEachKind<ReadRecord>(
    notifications.map(({ subject }) => subject).filter(isRecord),
    async (name, ids) => {
      const kind = recordKinds[name]
      const { type, many } = kinds[name]
      const { displayId, name: title } = shownColumns(kind, app)
      const page = kind.shown.page?.(actor) ?? sql<null>`null::text`
      const names = statuses.flatMap((status) => [
        sql`${status}::text`,
        statusNameSql(kind, sql<string>`${status}::text`),
      ])
      const statusNames = sql<Readonly<Record<string, string>>>`json_build_object(${sql.join(names)})`
      const columns = { displayId, name: title, page, statusNames }
      const rows = await recordsByIds(kind, { db, actor }, { ids, columns })
      return rows.map(({ statusNames: called, ...row }) => ({
        id: row.id,
        record: { ...row, type, page: row.page ?? many },
        statusNames: called,
      }))
    },
  )
}

/** The person whose account a notification of an organisation is about. */
const personIn = ({ subject, facts }: Notification): string | undefined =>
  !isRecord(subject) && typeof facts['userId'] === 'string' ? facts['userId'] : undefined

/** The organisation of the actor, if any notification is about one. */
async function readOrganisation(
  { db, actor }: { readonly db: Reader; readonly actor: Actor },
  notifications: readonly Notification[],
): Promise<ShownOrganisation | undefined> {
  if (notifications.every(({ subject }) => isRecord(subject))) return undefined
  const { id, name } = await db
    .selectFrom('organisations')
    .where('id', '=', actor.organisationId)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  return { type: 'Organization', id, displayId: null, name }
}

async function readNames(
  db: Reader,
  notifications: readonly Notification[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [
    ...new Set(notifications.flatMap((each) => [each.byUserId ?? [], personIn(each) ?? []].flat())),
  ]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name'])
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

/** The names of the tasks that notifications are about, of matters that their person sees. */
async function readTasks(
  db: Reader,
  notifications: readonly Notification[],
): Promise<ReadonlyMap<string, string>> {
  const about = notifications.filter(({ resource }) => resource.kind === 'task' && resource.id !== null)
  if (about.length === 0) return new Map()
  // not through access.ts: the matters were read there, and a task is as visible as its matter
  const rows = await db
    .selectFrom('tasks')
    .where('organisation_id', 'in', [...new Set(about.map(({ organisationId }) => organisationId))])
    .where('id', 'in', [...new Set(about.flatMap(({ resource }) => resource.id ?? []))])
    .select(['organisation_id', 'id', 'name'])
    .execute()
  return new Map(rows.map(({ organisation_id, id, name }) => [`${organisation_id} ${id}`, name]))
}

const longestExcerpt = 200

/**
 * The beginning of the message that a notification is about: undefined for those about none, null where it was deleted.
 */
async function readMessages(
  db: Reader,
  notifications: readonly Notification[],
): Promise<(notification: Notification) => string | null | undefined> {
  const found = new Map<string, string>()
  for (const kind of kindNames) {
    const about = notifications.filter((each) => isAboutMessage(each.resource) && each.subject.kind === kind)
    if (about.length === 0) continue
    // not through access.ts: the records were read there, and a message is as visible as its record
    const { rows } = await sql<{ organisation_id: number; id: number; body: string }>`
      select organisation_id, id, left(body, ${2 * longestExcerpt}) as body from ${sql.table(kinds[kind].messages)}
      where organisation_id = any(${[...new Set(about.map(({ organisationId }) => organisationId))]}::bigint[])
        and id = any(${about.flatMap(({ resource }) => resource.id ?? [])}::bigint[])`.execute(db)
    for (const { organisation_id, id, body } of rows) found.set(`${kind} ${organisation_id} ${id}`, body)
  }
  return (each) => {
    if (!isAboutMessage(each.resource)) return undefined
    const text = found.get(`${each.subject.kind} ${resourceKey(each)}`)
    return text === undefined ? null : clipped(text.replaceAll(/\s+/g, ' '), longestExcerpt)
  }
}
