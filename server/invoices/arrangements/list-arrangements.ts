// The fee arrangements of a matter: all for people of its organisation, for those of a law firm its own.
import { shownPersonColumns, shownPersonIn } from '../../identity/users/people-on-records.ts'
import { getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { OfMatter } from '../budgets/figures.ts'
import type { Arrangement, ArrangementKind, ArrangementVersion, FeePart, Share } from './arrangement.ts'
import { listShares } from './fee-shares.ts'

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

/** Those of a matter that was fetched through its access.ts, without what is billed of them; of one firm, if asked. */
export async function readArrangements(
  db: Reader,
  { organisationId, id }: OfMatter,
  firmId?: number,
): Promise<readonly Arrangement[]> {
  const rows = await db
    .selectFrom('fee_arrangements as a')
    .innerJoin('fee_arrangement_versions as v', (join) =>
      join.onRef('v.organisation_id', '=', 'a.organisation_id').onRef('v.arrangement_id', '=', 'a.id'),
    )
    .innerJoin('organisations as o', 'o.id', 'a.provider_id')
    .innerJoin('users', 'users.id', 'v.set_by')
    .where('a.organisation_id', '=', organisationId)
    .where('a.matter_id', '=', id)
    .$if(firmId !== undefined, (query) => query.where('a.provider_id', '=', firmId ?? 0))
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
      'v.amount',
    ])
    .select(['v.parts', 'v.billed_as', 'v.starts_on', 'v.ends_on', 'v.reason', 'v.set_at'])
    .select([...shownPersonColumns])
    .execute()
  const all = new Map<number, Arrangement & { readonly versions: ArrangementVersion[] }>()
  for (const row of rows) {
    const found = all.get(row.arrangementId) ?? {
      id: row.arrangementId,
      kind: row.kind as ArrangementKind,
      firm: { id: row.provider_id, name: row.name },
      currency: row.currency,
      versions: [],
      shares: [] as readonly Share[],
    }
    all.set(row.arrangementId, found)
    found.versions.push({
      version: row.version,
      title: row.title,
      amount: row.amount,
      parts: row.parts as unknown as readonly FeePart[],
      billedAs: row.billed_as,
      from: row.starts_on,
      to: row.ends_on,
      reason: row.reason,
      by: shownPersonIn(row),
      at: row.set_at,
    })
  }
  return [...all.values()]
}
