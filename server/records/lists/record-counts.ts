// How many records there are, kept beside them so that no total has to count them: of an organisation, and of each
// person's memberships. Code that writes a record adds what changed, in the same transaction; nothing is ever updated,
// so that writers do not wait for each other. Reading adds up (record-pages.ts); `foldCounts` merges rows of the same
// group.
//
// What is in the bin is not counted.
//
// The rule for writers: a record's row is held (locked) before it is changed, and its members are counted after that.
// What `recount` finds was written without it.
import { CompiledQuery, sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import { placeholder, statementFamily } from '../../platform/postgres/statement.ts'
import type { RecordBase, RecordTables } from '../record-kind.ts'

/** What records are counted by: what decides who sees them, and their state as it is stored. */
export interface Counted {
  readonly teamId: number | null
  readonly status: string
  readonly restricted: boolean
  readonly inIntake: boolean
}

const tablesOf = ({ table, members, access }: RecordTables) => ({
  records: sql.table(table),
  members: sql.table(members.table),
  recordId: sql.ref(`m.${members.recordId}`),
  inIntake: access.intake ? sql.ref('r.in_intake') : sql.lit(false),
})

const columns = sql`(organisation_id, kind, user_id, team_id, status, restricted, in_intake, amount)`

/** Counts a record that was created in this transaction, with the members that it begins with. */
export function countNewRecord(
  tx: Tx,
  { kind }: Pick<RecordTables, 'kind'>,
  { organisationId, teamId, status, restricted, inIntake }: Pick<RecordBase, 'organisationId'> & Counted,
  members: readonly string[],
): void {
  const userIds = [null, ...new Set(members)]
  const record = { organisationId, kind, teamId, status, restricted, inIntake, userIds }
  countTogether(userIds.length).send(tx, record)
}

interface NewlyCounted extends Counted {
  readonly organisationId: number
  readonly kind: string
  /** Of its members, and null for the record itself. */
  readonly userIds: readonly (string | null)[]
}

// a text for each number of members; a new record has few
const newlyCounted = statementFamily<NewlyCounted, never>(20)

const countTogether = (count: number) =>
  newlyCounted.get(String(count), () => {
    const of = <Value>(read: (record: NewlyCounted) => Value) => placeholder(read)
    const row = (index: number) =>
      sql`(${of((r) => r.organisationId)}, ${of((r) => r.kind)}, ${of((r) => r.userIds[index])}, ${of((r) => r.teamId)},
        ${of((r) => r.status)}, ${of((r) => r.restricted)}, ${of((r) => r.inIntake)}, 1)`
    const rows = Array.from({ length: count }, (_, index) => row(index))
    return sql`insert into record_counts ${columns} values ${sql.join(rows)}`
  })

/**
 * Counts people who have just become members of a record, and holds it: a change of it is either seen here, or sees
 * them.
 */
export const countNewMembers = (tx: Tx, kind: RecordTables, record: RecordBase, userIds: readonly string[]) =>
  countMembers(tx, kind, record, { userIds, amount: 1 })

/** The same for people who have just ceased to be members. */
export const countFormerMembers = (
  tx: Tx,
  kind: RecordTables,
  record: RecordBase,
  userIds: readonly string[],
) => countMembers(tx, kind, record, { userIds, amount: -1 })

async function countMembers(
  tx: Tx,
  kind: RecordTables,
  { organisationId, id }: RecordBase,
  { userIds, amount }: { readonly userIds: readonly string[]; readonly amount: 1 | -1 },
): Promise<void> {
  if (userIds.length === 0) return
  const { records, inIntake } = tablesOf(kind)
  await sql`insert into record_counts ${columns}
    select held.organisation_id, ${kind.kind}::text, come.user_id, held.team_id, held.status, held.restricted, held.in_intake, ${sql.lit(amount)}
    from (select r.organisation_id, r.team_id, r.status, r.restricted, ${inIntake} as in_intake from ${records} r
      where r.organisation_id = ${organisationId} and r.id = ${id} and r.deleted_at is null for no key update) held
    cross join unnest(${[...userIds]}::uuid[]) as come (user_id)`
    .withPlugin(prepared)
    .execute(tx)
}

/**
 * Takes a record, with its memberships, out of the counts when it goes into the bin, or back into them. It must be
 * held.
 */
export async function countBinned(
  tx: Tx,
  kind: RecordTables,
  { organisationId, id }: RecordBase,
  amount: 1 | -1,
): Promise<void> {
  const { records, members, recordId, inIntake } = tablesOf(kind)
  await sql`insert into record_counts ${columns}
    select r.organisation_id, ${kind.kind}::text, counted.user_id, r.team_id, r.status, r.restricted, ${inIntake}, ${sql.lit(amount)}
    from ${records} r cross join (
      select null::uuid as user_id
      union all
      select m.user_id from ${members} m where m.organisation_id = ${organisationId} and ${recordId} = ${id}
    ) counted
    where r.organisation_id = ${organisationId} and r.id = ${id}`.execute(tx)
}

/**
 * Moves a record, with its memberships, from one group of counts to another. It must have been held since `before` was
 * read, and be written.
 */
export function countMove(
  tx: Tx,
  kind: RecordTables,
  { organisationId, id }: RecordBase,
  { before, after }: { readonly before: Counted; readonly after: Counted },
): void {
  if (differ(before, after)) moveOf(kind).send(tx, { organisationId, id, before, after })
}

/** Moves records from one team to another, before they are written. They must be held, and all be of the first team. */
export async function countTeamMove(
  tx: Tx,
  kind: RecordTables,
  {
    organisationId,
    from,
    into,
    ids,
  }: {
    readonly organisationId: number
    readonly from: number
    readonly into: number
    readonly ids: readonly number[]
  },
): Promise<void> {
  const { records, members, recordId, inIntake } = tablesOf(kind)
  await sql`insert into record_counts ${columns}
    select ${organisationId}::bigint, ${kind.kind}::text, counted.user_id, moved.team_id, counted.status, counted.restricted,
      counted.in_intake, sum(moved.amount)
    from (
      select null::uuid as user_id, r.status, r.restricted, ${inIntake} as in_intake from ${records} r
      where r.organisation_id = ${organisationId} and r.id = any(${[...ids]}::bigint[]) and r.deleted_at is null
      union all
      select m.user_id, r.status, r.restricted, ${inIntake} from ${records} r
      join ${members} m on m.organisation_id = r.organisation_id and ${recordId} = r.id
      where r.organisation_id = ${organisationId} and r.id = any(${[...ids]}::bigint[]) and r.deleted_at is null
    ) counted
    cross join (values (${from}::bigint, -1), (${into}::bigint, 1)) as moved (team_id, amount)
    group by counted.user_id, moved.team_id, counted.status, counted.restricted, counted.in_intake`.execute(
    tx,
  )
}

interface Move extends RecordBase {
  readonly before: Counted
  readonly after: Counted
}

// one for each kind
const moves = statementFamily<Move, never>(40)

const moveOf = (kind: RecordTables) =>
  moves.get(kind.kind, () => {
    const { members, recordId } = tablesOf(kind)
    const of = <Value>(read: (move: Move) => Value) => placeholder(read)
    const organisationId = of((move) => move.organisationId)
    const row = (side: 'before' | 'after', amount: number) =>
      sql`(${of((move) => move[side].teamId)}::bigint, ${of((move) => move[side].status)}::text,
        ${of((move) => move[side].restricted)}::boolean, ${of((move) => move[side].inIntake)}::boolean, ${sql.lit(amount)}::bigint)`
    return sql`insert into record_counts ${columns}
      select ${organisationId}::bigint, ${kind.kind}::text, counted.user_id, moved.* from (
        select null::uuid as user_id
        union all
        select m.user_id from ${members} m where m.organisation_id = ${organisationId} and ${recordId} = ${of((move) => move.id)}
      ) counted
      cross join (values ${row('before', -1)}, ${row('after', 1)}) as moved`
  })

const differ = (before: Counted, after: Counted) =>
  before.teamId !== after.teamId ||
  before.status !== after.status ||
  before.restricted !== after.restricted ||
  before.inIntake !== after.inIntake

const truth = ({ kind, table, members, access }: RecordTables) => {
  const intake = access.intake ? 'r.in_intake' : 'false'
  return `select '${kind}' as kind, null::uuid as user_id, r.team_id, r.status, r.restricted, ${intake} as in_intake, count(*) as amount
      from ${table} r where r.organisation_id = $1 and r.deleted_at is null group by 3, 4, 5, 6
    union all
    select '${kind}', m.user_id, r.team_id, r.status, r.restricted, ${intake}, count(*)
      from ${members.table} m join ${table} r on r.organisation_id = m.organisation_id and r.id = m.${members.recordId}
      where m.organisation_id = $1 and r.deleted_at is null group by 2, 3, 4, 5, 6`
}

/**
 * Counts every record of an organisation ($1) and adds what its counts lack. One statement, and so one moment: a change
 * that it does not see brings its own counts. Two at once would add twice: see `recount`.
 */
const recountStatement = (kinds: readonly RecordTables[]) => `insert into record_counts
    (organisation_id, kind, user_id, team_id, status, restricted, in_intake, amount)
  select $1, kind, user_id, team_id, status, restricted, in_intake, sum(amount) from (
    ${kinds.map(truth).join('\n    union all\n    ')}
    union all
    select kind, user_id, team_id, status, restricted, in_intake, -amount from record_counts where organisation_id = $1
  ) difference
  group by kind, user_id, team_id, status, restricted, in_intake having sum(amount) <> 0
  returning kind`

/** Corrects the counts of an organisation, of records of all kinds; returns how many of them were wrong. */
export function recount(
  app: Pick<App, 'database' | 'clock'>,
  kinds: readonly RecordTables[],
  organisationId: number,
): Promise<number> {
  return internalTransaction(app, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('recount'), ${organisationId}::int)`.execute(tx)
    const { rows } = await tx.executeQuery(CompiledQuery.raw(recountStatement(kinds), [organisationId]))
    return rows.length
  })
}

/**
 * Merges the rows of each group, in every organisation in which something changed; returns how many rows were merged.
 */
export async function foldCounts(app: App): Promise<number> {
  const { rows } = await sql<{ organisation_id: number }>`
    /* every organisation: finds those in which something was counted */
    select distinct organisation_id from record_counts where not folded`.execute(app.db)
  let folded = 0
  for (const { organisation_id: organisationId } of rows) {
    for (let went = mostAtOnce; went === mostAtOnce; folded += went)
      went = await foldSome(app, organisationId)
  }
  return folded
}

const mostAtOnce = 20_000

interface CountRow {
  readonly kind: string
  readonly user_id: string | null
  readonly team_id: number | null
  readonly status: string
  readonly restricted: boolean
  readonly in_intake: boolean
  readonly amount: number
}

function foldSome(app: App, organisationId: number): Promise<number> {
  return internalTransaction(app, async (tx) => {
    // of two that fold at once, the second finds the rows gone that the first has taken
    const { rows } = await sql<CountRow>`delete from record_counts where organisation_id = ${organisationId}
      and id = any(array(select id from record_counts where organisation_id = ${organisationId} and not folded
        order by id limit ${mostAtOnce})) and not folded
      returning kind, user_id, team_id, status, restricted, in_intake, amount`.execute(tx)
    const sums = summed(rows)
    if (sums.length > 0) {
      await sql`insert into record_counts (organisation_id, kind, user_id, team_id, status, restricted, in_intake, amount, folded)
        select ${organisationId}, sums.*, true from json_to_recordset(${JSON.stringify(sums)}::json)
          as sums (kind text, user_id uuid, team_id bigint, status text, restricted boolean, in_intake boolean, amount bigint)
        on conflict (organisation_id, kind, user_id, team_id, status, restricted, in_intake) where folded
        do update set amount = record_counts.amount + excluded.amount`.execute(tx)
    }
    return rows.length
  })
}

/** One row for each group, always in the same order, so that concurrent folds cannot deadlock. */
function summed(rows: readonly CountRow[]): readonly CountRow[] {
  const sums = new Map<string, CountRow>()
  for (const { amount, ...group } of rows) {
    const key = JSON.stringify(Object.values(group))
    sums.set(key, { ...group, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum)
}
