// Taking an import back: what it made is removed, the last row first, unless somebody has touched it since.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { change, internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import { importEvent } from '../events.ts'
import type { Working } from './carry-on.ts'
import { type Held, note } from './lease.ts'
import { checkUntouched } from './touched.ts'

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
  const { organisationId } = held
  const { started_at: since } = held.row
  const undoing: App = {
    ...app,
    silent: { import: held.id },
    beforeCommit: async (tx) => {
      await note(tx, held, { undone: held.undone + 1, done: held.done + 1, errors: 0 })
      // after the removal: it has locked what somebody else may be changing
      if (kind.eventsOn) await checkUntouched(tx, { organisationId, since, events: kind.eventsOn(id) })
      await markRow(tx, held, number, { outcome: 'Undone', because: null })
    },
  }
  try {
    await kind.remove(undoing, actor, id)
    held.undone++
  } catch (error) {
    const because = await whyKept(app, { held, kind }, id, error)
    await internalTransaction(app, async (tx) => {
      await note(tx, held, { done: held.done + 1, errors: 0 })
      await markRow(tx, held, number, because)
    })
  }
  held.done++
}

/** What somebody has deleted already is undone as well. */
async function whyKept(
  app: App,
  { held: { organisationId }, kind }: Pick<Working, 'held' | 'kind'>,
  id: string,
  error: unknown,
): Promise<{ outcome: 'Undone' | 'Kept'; because: string | null }> {
  if (!(error instanceof AppError) || error.code !== 'not_found') {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { outcome: 'Kept', because: refusal.message.slice(0, 2_000) }
  }
  if (kind.partOf && (await isThere(app, { organisationId, id, table: kind.partOf.table }))) {
    const because = `You may not change it. It could have been undone by somebody in the group ${kind.partOf.group}.`
    return { outcome: 'Kept', because }
  }
  return { outcome: 'Undone', because: 'It had been deleted already.' }
}

interface Made {
  readonly organisationId: number
  readonly id: string
  readonly table: string
}

async function isThere(app: App, { organisationId, id, table }: Made): Promise<boolean> {
  // not through access.ts: who cannot see it is told no more than that it is there
  const { rows } = await sql`select from ${sql.table(table)}
    where organisation_id = ${organisationId} and id = ${Number(id)}`.execute(app.db)
  return rows.length > 0
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
