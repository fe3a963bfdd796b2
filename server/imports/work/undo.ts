// Taking an import back: what it made is removed, the last row first, unless somebody has touched it since.
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { change, internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import { importEvent } from '../events.ts'
import type { Working } from './carry-on.ts'
import { type Held, note } from './lease.ts'

const rowsAtOnce = 50
const turnMs = 5_000

/** Takes the next rows back; true if it was the last of them. */
export async function undoSome(app: App, working: Working): Promise<boolean> {
  const { held } = working
  // real time: how long this turn has taken
  const begun = performance.now()
  while (performance.now() - begun < turnMs && !app.stopping()) {
    const rows = await madeRows(app, held)
    if (rows.length === 0) {
      await finish(app, working)
      return true
    }
    for (const row of rows) await undoRow(app, working, row)
  }
  return false
}

interface MadeRow {
  readonly number: number
  readonly id: string
}

const madeRows = async (app: App, { organisationId, id }: Held): Promise<readonly MadeRow[]> => {
  const rows = await app.db
    .selectFrom('import_rows')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', id)
    .where('outcome', '=', 'Made')
    .orderBy('place', 'desc')
    .limit(rowsAtOnce)
    .select(['number', 'made_id as id'])
    .execute()
  return rows.map((row) => ({ number: row.number, id: row.id ?? '' }))
}

async function undoRow(app: App, { held, kind, actor }: Working, { number, id }: MadeRow): Promise<void> {
  const undoing: App = {
    ...app,
    silent: { import: held.id },
    beforeCommit: async (tx) => {
      await note(tx, held, { undone: held.undone + 1, done: held.done + 1, errors: 0 })
      await markRow(tx, held, number, { outcome: 'Undone', because: null })
    },
  }
  try {
    await kind.remove(undoing, actor, id)
    held.undone++
  } catch (error) {
    const because = whyKept(error)
    await internalTransaction(app, async (tx) => {
      await note(tx, held, { done: held.done + 1, errors: 0 })
      await markRow(tx, held, number, because)
    })
  }
  held.done++
}

/** What somebody has deleted already is undone as well. */
function whyKept(error: unknown): { outcome: 'Undone' | 'Kept'; because: string | null } {
  if (error instanceof AppError && error.code === 'not_found')
    return { outcome: 'Undone', because: 'It had been deleted already.' }
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return { outcome: 'Kept', because: refusal.message.slice(0, 2_000) }
}

const markRow = (
  tx: Tx,
  { organisationId, id }: Held,
  number: number,
  outcome: { readonly outcome: 'Undone' | 'Kept'; readonly because: string | null },
) =>
  tx
    .updateTable('import_rows')
    .set(outcome)
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .execute()

const finish = (app: App, { held, actor }: Working): Promise<void> =>
  change(app, actor, async (tx, now) => {
    await note(tx, held, { state: 'Undone', failure: null, updated_at: now, leased_until: null, errors: 0 })
    return { result: undefined, events: [importEvent('import.undone', held, { undone: held.undone })] }
  })
