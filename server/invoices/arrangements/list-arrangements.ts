// The fee arrangements of a matter: all for people of its organisation, for those of a law firm its own.
import { shownPersonColumns, shownPersonIn } from '../../identity/users/people-on-records.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { OfMatter } from '../budgets/figures.ts'
import type { Arrangement, ArrangementKind, ArrangementVersion, FeePart, Share } from './arrangement.ts'
import { generalArrangements } from './access.ts'
import { listShares } from './fee-shares.ts'
import { withVolumes } from './fees-of-year.ts'
import { balanceOf } from './retainer.ts'
import { outcomesOf } from './list-outcomes.ts'
import type { Tier } from './volume.ts'

interface Listed {
  readonly arrangements: readonly Arrangement[]
  /** Whether the reader is of the organisation that owns the matter. */
  readonly isOwn: boolean
}

/** In the order in which they were agreed. Throws not_found for who does not see the matter. */
export async function getArrangements({ db }: App, actor: Actor, matterId: number): Promise<Listed> {
  const matter = await getMatterToSee(db, actor, matterId)
  const isOwn = matter.organisationId === actor.organisationId
  const firmId = isOwn ? undefined : actor.organisationId
  const [arrangements, shares] = await Promise.all([
    readArrangements(db, matter, firmId),
    listShares(db, matter, { firmId }),
  ])
  return {
    isOwn,
    arrangements: arrangements.map((each) => ({
      ...each,
      shares: shares.filter(({ id }) => id === each.id),
    })),
  }
}

/** Those for all matters. Throws forbidden for who does not work on invoices. */
export async function getGeneralArrangements({ db, clock }: App, actor: Actor): Promise<Listed> {
  const seen = generalArrangements(db, actor).select([
    'fee_arrangements.organisation_id',
    'fee_arrangements.id',
  ])
  const arrangements = await read(db, sql<SqlBool>`(a.organisation_id, a.id) in ${seen}`)
  return {
    isOwn: actor.organisationType === 'Customer',
    arrangements: await withVolumes(db, arrangements, clock.now()),
  }
}

/**
 * Those of a matter that was fetched through its access.ts, without what is billed of them; of one firm, if asked, and
 * then with those for all its matters, if that is asked as well.
 */
export function readArrangements(
  db: Reader,
  { organisationId, id }: OfMatter,
  firmId?: number,
  { general = false }: { readonly general?: boolean } = {},
): Promise<readonly Arrangement[]> {
  const ofFirm = firmId === undefined ? sql`` : sql`and a.provider_id = ${firmId}`
  const ofMatter = general ? sql`(a.matter_id = ${id} or a.matter_id is null)` : sql`a.matter_id = ${id}`
  return read(db, sql<SqlBool>`a.organisation_id = ${organisationId} and ${ofMatter} ${ofFirm}`)
}

/** One of them, for all matters of a firm of the organisation. */
export async function readGeneral(
  db: Reader,
  organisationId: number,
  id: number,
): Promise<Arrangement | undefined> {
  const where = sql<SqlBool>`a.organisation_id = ${organisationId} and a.id = ${id} and a.matter_id is null`
  return (await read(db, where))[0]
}

const selected = (db: Reader, where: RawBuilder<SqlBool>) =>
  db
    .selectFrom('fee_arrangements as a')
    .innerJoin('fee_arrangement_versions as v', (join) =>
      join.onRef('v.organisation_id', '=', 'a.organisation_id').onRef('v.arrangement_id', '=', 'a.id'),
    )
    .innerJoin('organisations as o', 'o.id', 'a.provider_id')
    .innerJoin('organisations as c', 'c.id', 'a.organisation_id')
    .innerJoin('users', 'users.id', 'v.set_by')
    .where(where)
    .orderBy('a.id')
    .orderBy('v.version', 'desc')
    .select([
      'a.id as arrangementId',
      'a.kind',
      'a.provider_id',
      'o.name',
      'a.currency',
      'v.version',
      'v.title',
    ])
    .select(['a.matter_id', 'a.organisation_id as customerId', 'c.name as customerName'])
    .select([
      'v.amount',
      'v.parts',
      'v.tiers',
      'v.billed_as',
      'v.starts_on',
      'v.ends_on',
      'v.reason',
      'v.set_at',
    ])
    .select(['v.condition', 'v.percent', 'v.minimum', 'v.maximum', 'v.latest_on'])
    .select(sql<string | null>`case when a.kind = 'Retainer' then ${balanceOf}::text end`.as('balance'))
    .select([...shownPersonColumns])
    .execute()

type Row = Awaited<ReturnType<typeof selected>>[number]

async function read(db: Reader, where: RawBuilder<SqlBool>): Promise<readonly Arrangement[]> {
  const all = new Map<number, Arrangement & { readonly versions: ArrangementVersion[] }>()
  for (const row of await selected(db, where)) {
    const found = all.get(row.arrangementId) ?? {
      id: row.arrangementId,
      kind: row.kind as ArrangementKind,
      customer: { id: row.customerId, name: row.customerName },
      firm: { id: row.provider_id, name: row.name },
      matterId: row.matter_id,
      currency: row.currency,
      versions: [],
      shares: [] as readonly Share[],
      balance: row.balance,
      outcomes: [],
      volume: null,
    }
    all.set(row.arrangementId, found)
    found.versions.push(versionIn(row))
  }
  return withOutcomes(db, [...all.values()])
}

/** The same arrangements; success fees with what became of them. */
async function withOutcomes(
  db: Reader,
  arrangements: readonly Arrangement[],
): Promise<readonly Arrangement[]> {
  const outcomes = await outcomesOf(
    db,
    arrangements.filter(({ kind }) => kind === 'Success'),
  )
  return arrangements.map((each) => ({ ...each, outcomes: outcomes.get(each.id) ?? [] }))
}

function versionIn(row: Row): ArrangementVersion {
  return {
    version: row.version,
    title: row.title,
    amount: row.amount,
    parts: row.parts as unknown as readonly FeePart[],
    tiers: (row.tiers ?? []) as unknown as readonly Tier[],
    success:
      row.condition === null
        ? null
        : {
            condition: row.condition,
            percent: row.percent,
            minimum: row.minimum,
            maximum: row.maximum,
            latestOn: row.latest_on,
          },
    billedAs: row.billed_as,
    from: row.starts_on,
    to: row.ends_on,
    reason: row.reason,
    by: shownPersonIn(row),
    at: row.set_at,
  }
}
