// Who works on an import: one process at a time, for as long as it says that it still does.
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addJob } from '../../platform/add-job.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ImportsTable } from '../../platform/postgres/tables.ts'
import type { ImportKey } from '../import.ts'

const leaseMs = 60_000

/** Somebody stopped it, or another process works on it: the transaction at hand must not be committed. */
export class NotOurs extends Error {}

/** The import that this process works on. */
export interface Held extends ImportKey {
  readonly lease: string
  readonly row: Selectable<ImportsTable>
  /** The state that it must still be in; undefined for work that goes on in any. */
  readonly state: string | undefined
  /** How many rows it has gone through. */
  done: number
  made: number
  skipped: number
  undone: number
}

// real time: a lease ends although the sandbox's clock stands still
const leaseEnd = (ms = leaseMs) => new Date(Date.now() + ms)

/** Takes the import for this process; undefined if another one has it. */
export async function takeLease(app: App, { organisationId, id }: ImportKey): Promise<Held | undefined> {
  const lease = randomUUID()
  const row = await internalTransaction(app, (tx) =>
    tx
      .updateTable('imports')
      .set({ lease, leased_until: leaseEnd() })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      // real time: as the lease was set
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', new Date(Date.now()))]))
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const { done, made, skipped, undone, state } = row
  return { organisationId, id, lease, row, state, done, made, skipped, undone }
}

/** The import in a statement of a transaction, as long as it is this process's. */
function ours(tx: Tx, { organisationId, id, lease, state }: Held) {
  const held = tx
    .updateTable('imports')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('lease', '=', lease)
  return state === undefined ? held : held.where('state', '=', state)
}

type Changes = Partial<Omit<Selectable<ImportsTable>, 'columns' | 'mapping'>>

/**
 * Writes how far it has come, in the transaction at hand, and keeps it for a while longer. Throws NotOurs if it is not
 * this process's any more.
 */
export async function note(tx: Tx, held: Held, changes: Changes = {}): Promise<void> {
  const noted = await ours(tx, held)
    .set({ leased_until: leaseEnd(), ...changes })
    .returning('id')
    .executeTakeFirst()
  if (!noted) throw new NotOurs()
}

/** The job that carries on with an import. */
export const addTurn = (tx: Tx, { organisationId, id }: ImportKey): Promise<void> =>
  addJob(tx, 'carry-on-import', { organisationId, id }, `carry-on-import ${organisationId} ${id}`)

/** Leaves the rest to the next turn. */
export const leaveToNextTurn = (app: App, held: Held): Promise<void> =>
  internalTransaction(app, async (tx) => {
    await note(tx, held, { leased_until: null })
    await addTurn(tx, held)
  })

/** Ends a state: it is in another one from now on, and nobody's. */
export const endState = (app: App, held: Held, changes: Changes): Promise<void> =>
  internalTransaction(app, (tx, now) =>
    note(tx, held, { leased_until: null, errors: 0, updated_at: now, ...changes }),
  )

// then it stops, and somebody has to look
const mostErrors = 5

/** After an unexpected error: it is tried again later, a few times. */
export async function postpone(app: App, held: Held): Promise<void> {
  const errors = held.row.errors + 1
  if (errors < mostErrors) {
    await internalTransaction(app, (tx) =>
      note(tx, held, { errors, leased_until: leaseEnd(Math.min(errors * 10_000, leaseMs)) }),
    )
    return
  }
  await stopWork(
    app,
    held,
    'It stopped because of an unexpected error. The log of the server has it. You can go on.',
  )
}

/** Ends the work at hand with a reason: what was done stays, and it can be taken up again. */
export const stopWork = (app: App, held: Held, failure: string | null): Promise<void> =>
  endState(app, held, { failure, ...afterStop(held.state) })

function afterStop(state: string | undefined): Changes {
  switch (state) {
    case 'Checking':
      return { state: 'Mapping', done: 0 }
    case 'Running':
      return { state: 'Stopped' }
    case 'Undoing':
      return { state: 'Done' }
    default:
      return {}
  }
}
