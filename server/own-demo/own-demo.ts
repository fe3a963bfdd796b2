// Demo data inside an organisation: people, types, matters and contracts to try things with, which an administrator
// takes in and throws away again as a whole. The organisations of a sandbox's demo are in server/sandbox/demo.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'

/** What parts are called besides those that imports make. */
export const partNames = {
  field: 'fields',
  matterType: 'matterTypes',
  group: 'contractGroups',
  contractType: 'contractTypes',
} as const

/** One thing that was made: what it is, and its id. */
export interface Part {
  readonly what: string
  readonly id: number | string
}

/** What an organisation has of demo data. */
export interface DemoDataState {
  readonly there: boolean
  /** Whether it can be taken in: it is not there, and there is no work that it would stand among. */
  readonly possible: boolean
  readonly takenAt: Date | null
  /** How many of each, by what they are. */
  readonly counts: ReadonlyMap<string, number>
}

type Of = Pick<Actor, 'organisationId'>

/** What the actor's organisation has of demo data. */
export async function readDemoData(
  app: Pick<App, 'db' | 'config'>,
  { organisationId }: Of,
): Promise<DemoDataState> {
  const row = await app.db
    .selectFrom('demo_data')
    .where('organisation_id', '=', organisationId)
    .select(['parts', 'taken_at'])
    .executeTakeFirst()
  const parts = partsIn(row?.parts)
  const counts = new Map<string, number>()
  for (const { what } of parts) counts.set(what, (counts.get(what) ?? 0) + 1)
  return {
    there: row !== undefined,
    possible: row === undefined && (await hasRoom(app, app.db, organisationId)),
    takenAt: row?.taken_at ?? null,
    counts,
  }
}

/** Whether nothing of the organisation's own would stand among the demo data: always in a sandbox. */
export async function hasRoom(
  { config }: Pick<App, 'config'>,
  db: Reader,
  organisationId: number,
): Promise<boolean> {
  if (config.environment === 'sandbox') return true
  // not through access.ts: whether there is any record, also in the bin, and nothing of it
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from matters where organisation_id = ${organisationId})
    or exists (select 1 from contracts where organisation_id = ${organisationId}) as used`.execute(db)
  return rows[0]?.used === false
}

/** The parts that are still there, in the order in which they were made; undefined without demo data. */
export async function findParts(db: Reader, { organisationId }: Of): Promise<readonly Part[] | undefined> {
  const row = await db
    .selectFrom('demo_data')
    .where('organisation_id', '=', organisationId)
    .select('parts')
    .executeTakeFirst()
  return row && partsIn(row.parts)
}

const partsIn = (stored: unknown): readonly Part[] => (stored ?? []) as readonly Part[]

/** Strikes parts off, in the transaction that removes them. */
export async function strikeOff(tx: Tx, { organisationId }: Of, parts: readonly Part[]): Promise<void> {
  const struck = JSON.stringify(parts.map(({ what, id }) => ({ what, id })))
  await sql`update demo_data set parts = coalesce((
      select jsonb_agg(part order by place) from jsonb_array_elements(parts) with ordinality as each (part, place)
      where part not in (select jsonb_array_elements(${struck}::jsonb))), '[]')
    where organisation_id = ${organisationId}`.execute(tx)
}
