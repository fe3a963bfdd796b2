// Records by a few letters, in one list.
import { kindOfType, type RecordType } from '../records/kinds.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { bestFirst } from '../platform/lists/quick-find.ts'
import { readFresh } from '../platform/postgres/replica.ts'
import { shownColumns } from '../records/lists/named-records.ts'
import { rankRecords } from '../records/lists/quick-find.ts'

/** A record that was found. */
export interface QuicklyFound {
  readonly type: RecordType
  readonly id: number
  /** Its number; null for one of a kind without numbers. */
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
    Promise.all(types.map((type) => find(reading, actor, type, { typed, take }))),
  )
  const found = lists.flat().toSorted(bestFirst)
  return found.slice(0, take).map(({ type, row }) => ({ type, ...row }))
}

interface Details {
  readonly typed: string
  readonly take: number
}

async function find(app: App, actor: Actor, type: RecordType, search: Details) {
  const kind = recordKinds[kindOfType(type)]
  const columns = shownColumns(kind, app)
  const found = await rankRecords(kind, app, actor, { ...search, includeRestricted: true, columns })
  return found.map((each) => ({ type, ...each }))
}
