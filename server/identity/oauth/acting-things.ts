// What people have made that acts without them being there: with a secret that they know, by itself at certain times,
// or in their name. One table says what becomes of each when its person is disabled.
//
// ends     it is over with the person, in the same transaction
// kept     it serves the organisation: somebody else looks after it from then on
// pauses   it does nothing as long as the person is disabled
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'

export const fates = ['Ends', 'Kept', 'Pauses'] as const
type Fate = (typeof fates)[number]

interface ActingThing {
  /** Its rows as `t`. */
  readonly table: string
  /** Whether the rows are of people, whatever their organisation. */
  readonly ofPeople?: true
  /** Whose it is. */
  readonly of: RawBuilder<string>
  /** Null where the administrators of the organisation may not see it. */
  readonly name: RawBuilder<string | null>
  readonly isLive: (now: Date) => RawBuilder<SqlBool>
  readonly fate: Fate
  /** Of what ends: whether who disables the person may keep it. */
  readonly mayBeKept?: true
  /** The column that says whose it is from then on. */
  readonly keeper?: string
}

const always = () => sql<SqlBool>`true`

/** Every kind. */
const things = {
  ProvisioningToken: {
    table: 'scim_tokens',
    of: sql`coalesce(t.kept_by, t.created_by)`,
    name: sql`t.name`,
    isLive: always,
    fate: 'Ends',
    mayBeKept: true,
    keeper: 'kept_by',
  },
  IntegrationGrant: {
    table: 'oauth_grants',
    ofPeople: true,
    of: sql`t.user_id`,
    name: sql`(select c.name from oauth_clients c where c.id = t.client_id)`,
    isLive: (now) => sql`t.ended_at is null and t.refresh_expires_at > ${now}`,
    fate: 'Ends',
  },
  CalendarAddress: {
    table: 'calendar_feeds',
    ofPeople: true,
    of: sql`t.user_id`,
    name: sql`t.scope`,
    isLive: always,
    fate: 'Ends',
  },
  // of those on their way: it reads with the rights of its person, and stops without them
  ImportBucket: {
    table: 'import_buckets',
    of: sql`t.created_by`,
    name: sql`t.bucket`,
    isLive: () => sql`t.finished_at is null`,
    fate: 'Ends',
  },
  WebhookSubscription: {
    table: 'webhook_subscriptions',
    ofPeople: true,
    of: sql`t.user_id`,
    name: sql`t.host`,
    isLive: () => sql`t.deleted_at is null`,
    fate: 'Pauses',
  },
  IntegrationClient: {
    table: 'oauth_clients',
    of: sql`t.created_by`,
    name: sql`t.name`,
    isLive: () => sql`t.status = 'Active'`,
    fate: 'Kept',
    keeper: 'created_by',
  },
  MailedReport: {
    table: 'report_mailings',
    of: sql`t.created_by`,
    name: sql`coalesce(t.ready, (select s.name from saved_reports s
      where s.organisation_id = t.organisation_id and s.id = t.report_id))`,
    isLive: () => sql`t.recipient_id <> t.created_by`,
    fate: 'Kept',
    keeper: 'created_by',
  },
  DocumentShare: {
    table: 'document_shares',
    of: sql`t.created_by`,
    // not through access.ts: who is sent what of a restricted contract is for its members
    name: sql`(select case when not c.restricted then t.name || ' <' || t.email || '>' end from contracts c
      where c.organisation_id = t.organisation_id and c.id = t.contract_id)`,
    isLive: (now) => sql`t.withdrawn_at is null and t.expires_at > ${now}`,
    fate: 'Kept',
    keeper: 'created_by',
  },
  SigningService: {
    table: 'signing_services',
    of: sql`t.created_by`,
    name: sql`t.name`,
    isLive: () => sql`t.removed_at is null`,
    fate: 'Kept',
    keeper: 'created_by',
  },
  DocumentReader: {
    table: 'document_readers',
    of: sql`t.set_by`,
    name: sql`t.url`,
    isLive: always,
    fate: 'Kept',
    keeper: 'set_by',
  },
} as const satisfies Readonly<Record<string, ActingThing>>
export type ActingKind = keyof typeof things
export const actingKinds = Object.keys(things) as readonly ActingKind[]
/** What the caller may keep that ends otherwise. */
export const keepableKinds = actingKinds.filter((kind) => 'mayBeKept' in things[kind])

interface Person {
  readonly userId: string
  readonly organisationId: number
}

const most = 1_000

interface Row {
  readonly id: number
  readonly name: string | null
}

/** What of a kind is somebody's and still acts. */
async function find(db: Reader, kind: ActingKind, { userId, organisationId }: Person, now: Date) {
  const { table, of, name, isLive, ofPeople }: ActingThing = things[kind]
  const id = sql.ref(table === 'document_readers' ? 't.organisation_id' : 't.id')
  // not through access.ts: for the administrators of the person's organisation, whatever it is on
  const { rows } = await sql<Row>`select ${id} as id, ${name} as name from ${sql.table(table)} t
    where ${of} = ${userId} ${ofPeople ? sql`` : sql`and t.organisation_id = ${organisationId}`} and ${isLive(now)}
    order by 1 limit ${most}`.execute(db)
  return rows
}

export interface Acting extends Row {
  readonly kind: ActingKind
  /** What becomes of it when the person is disabled. */
  readonly fate: Fate
}

/** What acts for somebody of the actor's organisation without them, for its administrators. Throws not_found. */
export async function listActing(app: App, actor: Actor, userId: string): Promise<readonly Acting[]> {
  const { organisationId } = actor
  const known = await app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .select('id')
    .executeTakeFirst()
  if (!known) throw notFound()
  const now = app.clock.now()
  const found = await Promise.all(
    actingKinds.map(async (kind) => {
      const rows = await find(app.db, kind, { userId, organisationId }, now)
      return rows.map((row) => ({ ...row, kind, fate: things[kind].fate }))
    }),
  )
  return found.flat()
}

interface Given {
  /** Who looks after it from then on; nobody, if there is nobody. */
  readonly to: string | undefined
  readonly now: Date
  /** Of what ends otherwise, what is kept. */
  readonly keep: readonly ActingKind[]
}

/** Hands over what is kept of a person who is disabled, within an enclosing change; answers how many there are. */
export async function keepActing(
  tx: Tx,
  person: Person,
  { to, now, keep }: Given,
): Promise<ReadonlyMap<ActingKind, number>> {
  const kept = new Map<ActingKind, number>()
  for (const kind of actingKinds) {
    const { table, of, isLive, keeper, fate }: ActingThing = things[kind]
    if (keeper === undefined || (fate !== 'Kept' && !keep.includes(kind)) || to === undefined) continue
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} t set ${sql.ref(keeper)} = ${to}
      where ${of} = ${person.userId} and t.organisation_id = ${person.organisationId} and ${isLive(now)}`.execute(
      tx,
    )
    if (numAffectedRows > 0n) kept.set(kind, Number(numAffectedRows))
  }
  return kept
}
