// Matters and contracts by a few letters, in one list.
import { kinds, type RecordType } from '../records/kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { contractKind } from '../contracts/contract-kind.ts'
import { seenStageSql } from '../contracts/seen-stage.ts'
import { matterKind } from '../matters/matter-kind.ts'
import { seenStateSql } from '../matters/lateness.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { bestFirst } from '../platform/lists/quick-find.ts'
import { readFresh } from '../platform/postgres/replica.ts'
import { rankRecords } from '../records/lists/quick-find.ts'

/** A record that was found. */
export interface QuicklyFound {
  readonly type: RecordType
  readonly id: number
  /** The number of a matter; null for a contract. */
  readonly displayId: string | null
  readonly name: string
  readonly state: string
}

interface Asked {
  readonly typed: string
  readonly types: readonly RecordType[]
  readonly take: number
}

/**
 * The records of these types that the caller may see at this moment and that match what was typed, best first; without
 * a term the latest of those they are a member of.
 */
export async function quickFindAll(app: App, actor: Actor, asked: Asked): Promise<readonly QuicklyFound[]> {
  const { typed, types, take } = asked
  const lists = await readFresh(app, (reading) =>
    Promise.all(types.map((type) => finders[type](reading, actor, { typed, take, now: app.clock.now() }))),
  )
  const found = lists.flat().toSorted(bestFirst)
  return found.slice(0, take).map(({ type, row }) => ({ type, ...row }))
}

interface Details {
  readonly typed: string
  readonly take: number
  readonly now: Date
}

const none = sql<null>`null::text` as RawBuilder<string | null>

async function findMatters(app: App, actor: Actor, { now, ...search }: Details) {
  const { displayIdPrefix } = app.config
  const columns = {
    displayId: matterNumberSql(displayIdPrefix, 'matters.organisation_id', 'matters.number') as RawBuilder<
      string | null
    >,
    name: sql.ref<string>('matters.name'),
    state: seenStateSql(now) as RawBuilder<string>,
  }
  const found = await rankRecords(matterKind, app, actor, { ...search, includeRestricted: true, columns })
  return found.map((each) => ({ type: kinds.matter.type, ...each }))
}

async function findContracts(app: App, actor: Actor, { now, ...search }: Details) {
  const columns = {
    displayId: none,
    name: sql.ref<string>('contracts.name'),
    state: seenStageSql(now) as RawBuilder<string>,
  }
  const found = await rankRecords(contractKind, app, actor, { ...search, includeRestricted: true, columns })
  return found.map((each) => ({ type: kinds.contract.type, ...each }))
}

const finders = { Matter: findMatters, Contract: findContracts } satisfies Readonly<
  Record<RecordType, unknown>
>
