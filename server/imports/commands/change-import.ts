// What people do with an import: its mapping, checking it, carrying it out, stopping it, taking it back, removing it.
import { sql } from 'kysely'
import { checkFeatures } from '../../identity/features/feature.ts'
import { deleteBlob } from '../../files/contents/stored-blobs.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { importEvent } from '../events.ts'
import { checkState, filesOf, holdImport, type Import, type ImportKey, type ImportState } from '../import.ts'
import type { ImportKind } from '../import-kind.ts'
import { checkMapping, guessMapping, type Mapping } from '../mapping.ts'
import { getMapping } from '../saved-mappings.ts'
import { addTurn } from '../work/lease.ts'
import type { WarningChoice } from '../work/row.ts'
import { callerOf } from './create-import.ts'

const unsettled: readonly ImportState[] = ['Mapping', 'Checked']

/** Sets which property each column is; what was checked before must be checked again. */
export async function setMapping(
  app: App,
  actor: Actor,
  {
    id,
    mapping,
    kinds,
  }: { readonly id: number; readonly mapping: Mapping; readonly kinds: readonly ImportKind[] },
): Promise<void> {
  await change(app, actor, async (tx) => {
    const held = await holdImport(tx, actor, id)
    checkState(held, unsettled, 'Changing the mapping')
    checkMapping(mapping, held.columns, await kindOf(held, kinds).properties(tx, actor))
    await write(app, tx, held, {
      state: 'Mapping',
      wrong: null,
      warned: null,
      mapping: JSON.stringify(mapping),
    })
    return { result: undefined, events: [] }
  })
}

/**
 * Takes the mapping from one that is kept, as for a new import: by its headings, and what it does not know is guessed.
 * Throws not_found for a mapping of others, conflict for one of another kind.
 */
export async function applyKeptMapping(
  app: App,
  actor: Actor,
  {
    id,
    mappingId,
    kinds,
  }: { readonly id: number; readonly mappingId: number; readonly kinds: readonly ImportKind[] },
): Promise<void> {
  await change(app, actor, async (tx) => {
    const held = await holdImport(tx, actor, id)
    checkState(held, unsettled, 'Changing the mapping')
    const kept = await getMapping(tx, actor, mappingId)
    if (kept.kind !== held.kind)
      throw conflict(`The mapping is for ${kept.kind}; this table has ${held.kind}.`)
    const mapping = guessMapping(held.columns, await kindOf(held, kinds).properties(tx, actor), kept.mapping)
    await write(app, tx, held, {
      state: 'Mapping',
      wrong: null,
      warned: null,
      mapping: JSON.stringify(mapping),
    })
    return { result: undefined, events: [] }
  })
}

/** The kind of an import; conflict for one that this server does not have any more. */
export function kindOf({ kind }: Pick<Import, 'kind'>, kinds: readonly ImportKind[]): ImportKind {
  const found = kinds.find(({ name }) => name === kind)
  if (!found) throw conflict('Tables of this kind cannot be imported any more.')
  return found
}

type Work = (
  tx: Tx,
  held: Import,
) => Promise<{ readonly changes: object; readonly events?: readonly DomainEvent[] }>

/** Puts the import into a state in which the background works on it, for the actor. */
const start = (app: App, actor: Actor, id: number, work: Work): Promise<void> =>
  change(app, actor, async (tx) => {
    const held = await holdImport(tx, actor, id)
    const { changes, events = [] } = await work(tx, held)
    await write(app, tx, held, {
      created_by: actor.userId,
      ...callerOf(actor),
      failure: null,
      errors: 0,
      ...changes,
    })
    await addTurn(tx, held)
    return { result: undefined, events }
  })

/**
 * Begins to make every row and take it back, which finds what is wrong. Throws conflict while archives are unpacked or
 * in another state, bad_request when no column is a property that every row must have.
 */
export const startCheck = (app: App, actor: Actor, id: number, kinds: readonly ImportKind[]): Promise<void> =>
  start(app, actor, id, async (tx, held) => {
    checkState(held, unsettled, 'Checking')
    const kind = kindOf(held, kinds)
    checkFeatures(actor, kind.features)
    const { archives, buckets } = await filesOf(tx, held)
    if (archives + buckets > 0)
      throw conflict('Its files are still being unpacked or fetched: wait for that.')
    const mapped = new Set([...held.mapping.columns, ...held.mapping.always].map(({ property }) => property))
    const missing = (await kind.properties(tx, actor)).filter(
      ({ name, required }) => required && !mapped.has(name),
    )
    if (missing.length > 0)
      throw badInput('columns', `must have one for each of: ${missing.map(({ label }) => label).join(', ')}.`)
    return { changes: { state: 'Checking', done: 0, wrong: null, warned: null } }
  })

interface Running {
  readonly id: number
  readonly skipWrong: boolean
  /** What becomes of rows with warnings; as before, if it goes on. */
  readonly warnings: WarningChoice | undefined
}

/**
 * Begins to make the rows, or goes on after it was stopped. Throws conflict before a check, and for rows with problems
 * unless they are to be left out.
 */
export const startRun = (app: App, actor: Actor, { id, skipWrong, warnings }: Running): Promise<void> =>
  start(app, actor, id, async (_, held) => {
    checkState(held, ['Checked', 'Stopped'], 'Importing')
    if ((held.wrong ?? 0) > 0 && !skipWrong)
      throw conflict(`${held.wrong} rows have problems: solve them and check again, or leave these rows out.`)
    const isNew = held.state === 'Checked'
    return {
      changes: {
        state: 'Running',
        ...(warnings ? { warnings } : {}),
        ...(isNew ? { done: 0, started_at: app.clock.now() } : {}),
      },
      events: [importEvent('import.started', held, { kind: held.kind, name: held.name, rows: held.total })],
    }
  })

/** Begins to remove what was made and nobody has touched. Throws conflict where nothing was made, or it was undone. */
export const startUndo = (app: App, actor: Actor, id: number): Promise<void> =>
  start(app, actor, id, (_, held) => {
    checkState(held, ['Done', 'Stopped'], 'Undoing')
    if (held.made === held.undone) throw conflict('Nothing was made that could be removed.')
    return Promise.resolve({ changes: { state: 'Undoing', done: 0 } })
  })

/** Ends what the background is doing with it: rows that were made stay. Stopping again changes nothing. */
export function stopImport(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const held = await holdImport(tx, actor, id)
    const next = afterStop[held.state]
    if (next === undefined) return { result: undefined, events: [] }
    await write(app, tx, held, { state: next, ...(next === 'Mapping' ? { done: 0 } : {}) })
    const { made, skipped } = held
    return { result: undefined, events: [importEvent('import.stopped', held, { made, skipped })] }
  })
}

const afterStop: Readonly<Partial<Record<ImportState, ImportState>>> = {
  Checking: 'Mapping',
  Running: 'Stopped',
  Undoing: 'Done',
}

/** Removes the import with its rows and files; what it made stays. Throws conflict while the background works on it. */
export async function deleteImport(app: App, actor: Actor, id: number): Promise<void> {
  const keys = await change(app, actor, async (tx) => {
    const held = await holdImport(tx, actor, id)
    checkState(held, ['Mapping', 'Checked', 'Stopped', 'Done', 'Undone'], 'Removing')
    const kept = await keysOf(tx, held)
    await tx
      .deleteFrom('imports')
      .where('organisation_id', '=', held.organisationId)
      .where('id', '=', id)
      .execute()
    const { kind, name } = held
    return { result: kept, events: [importEvent('import.deleted', held, { kind, name })] }
  })
  for (const key of keys) await deleteBlob(app, key)
}

async function keysOf(tx: Tx, { organisationId, id }: ImportKey): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`select storage_key as key from import_archives
    where organisation_id = ${organisationId} and import_id = ${id}`.execute(tx)
  // those of files, which may be very many, are left to the sweep
  return rows.map(({ key }) => key)
}

const write = (app: App, tx: Tx, { organisationId, id }: ImportKey, changes: object) =>
  tx
    .updateTable('imports')
    .set({ ...changes, updated_at: app.clock.now() })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
