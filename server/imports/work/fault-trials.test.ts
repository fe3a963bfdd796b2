// Faults at places that a seed chooses, in every kind of import: after each of them nothing is half done, the import
// goes on where it was, and its undo leaves what there was before. `npm run import-faults` tries ten places of each
// step with every fault, other runs one fault in one step of each.
import { expect, test } from 'vitest'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { everythingOf, type TrialTable, trialTables } from '../../../test/fixtures/import-trials.ts'
import {
  diskFull,
  dyingAtPacket,
  failingAtStatement,
  packetsOf,
} from '../../../test/servers/failing-statements.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { importKinds } from '../../operations/process/import-kinds.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { storageFull } from '../../platform/storage/storage.ts'
import { carryOn } from './carry-on.ts'
import { randomFrom, testSeed } from '../../../test/chance.ts'

const parts = useTestApp()
const asked = process.env['CHANCERY_TEST_IMPORT_FAULTS']
const places = Number(asked ?? 1)

type World = Awaited<ReturnType<typeof importWorld>>
type Step = 'unpack' | 'check' | 'run' | 'undo'

interface Trial {
  readonly world: World
  readonly trial: TrialTable
}

/** All of them in a run that is asked for, otherwise one. */
function triedOf<Value>(all: readonly Value[], next: () => number): readonly Value[] {
  const place = Math.floor(next() * all.length)
  return asked === undefined ? all.slice(place, place + 1) : all
}

const turn = ({ world: { organisationId } }: Trial, id: number, app: App = parts.app) =>
  carryOn(app, { organisationId, id }, importKinds)

/** As if the time of a dead process were over. */
const endLease = ({ world: { organisationId } }: Trial) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('imports')
      .set({ leased_until: null })
      .where('organisation_id', '=', organisationId)
      .execute(),
  )

/** An import that has come to where a step begins. */
async function comeTo({ world: { imports }, trial }: Trial, step: Step): Promise<number> {
  const { id } = await imports.send(trial.kind, trial.table)
  if (trial.files) await imports.addZip(id, trial.files)
  if (step === 'unpack') return id
  await imports.work(id)
  await imports.begin(id, 'check')
  if (step === 'check') return id
  expect(await imports.work(id), trial.kind).toMatchObject({ state: 'Checked', wrong: 0 })
  await imports.begin(id, 'run')
  if (step === 'run') return id
  await imports.work(id)
  await imports.begin(id, 'undo')
  return id
}

interface Whole {
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
}

/** What there is now: as many things as the import says, each as a whole. */
async function expectNothingHalf(of: Trial, id: number, whole: Whole): Promise<void> {
  const { organisationId } = of.world
  const now = await everythingOf(parts.app, organisationId)
  const { rows } = await parts.app.database.pool.query<{ made: number; undone: number; written: number }>(
    `select made, undone, (select count(*) from import_rows r where r.organisation_id = i.organisation_id
      and r.import_id = i.id and r.outcome = 'Made')::int as written
      from imports i where organisation_id = $1 and id = $2`,
    [organisationId, id],
  )
  const { made = 0, undone = 0, written } = rows[0] ?? {}
  expect(written).toBe(made - undone)
  if (written === 0) expect(now).toEqual(whole.before)
  if (written === of.trial.rows) expect(now).toEqual(whole.after)
}

/** Goes on to the end, looks at what was made, and takes it back. */
async function complete(of: Trial, id: number, whole: Whole): Promise<void> {
  const { imports, caller, organisationId } = of.world
  await endLease(of)
  let shown = await imports.work(id)
  if (shown.state === 'Stopped') shown = await imports.act(id, 'run')
  if (shown.state === 'Mapping') shown = await imports.act(id, 'check')
  if (shown.state === 'Checked') {
    expect(shown.wrong).toBe(0)
    shown = await imports.act(id, 'run')
  }
  if (shown.state === 'Done') {
    expect(shown).toMatchObject({ made: of.trial.rows, skipped: 0, failure: null })
    expect(await everythingOf(parts.app, organisationId)).toEqual(whole.after)
    shown = await imports.act(id, 'undo')
  }
  expect(shown).toMatchObject({ state: 'Undone', undone: of.trial.rows })
  expect(await everythingOf(parts.app, organisationId)).toEqual(whole.before)
  expect((await caller.delete(`/v2/imports/${id}`)).statusCode).toBe(204)
}

/** What an import leaves that nothing disturbs; twice, so that what differs each time is found here. */
async function undisturbed(of: Trial): Promise<Whole> {
  const { imports, caller, organisationId } = of.world
  // an undo leaves what rows have added to lists: tags
  for (let time = 1; ; time++) {
    const before = await everythingOf(parts.app, organisationId)
    const id = await comeTo(of, 'run')
    expect(await imports.work(id)).toMatchObject({ state: 'Done', made: of.trial.rows, skipped: 0 })
    const after = await everythingOf(parts.app, organisationId)
    if (time === 1) {
      expect(await imports.act(id, 'undo')).toMatchObject({ undone: of.trial.rows })
      expect((await caller.delete(`/v2/imports/${id}`)).statusCode).toBe(204)
      continue
    }
    await complete(of, id, { before, after })
    return { before, after }
  }
}

/** The ways in which a turn is disturbed at one of its packets. */
const faults: Readonly<Record<string, (number: number, work: () => Promise<unknown>) => Promise<unknown>>> = {
  'the process is killed before a packet': (number, work) =>
    dyingAtPacket(parts.app, { number, when: 'before' }, work),
  'the process is killed while a packet is under way': (number, work) =>
    dyingAtPacket(parts.app, { number, when: 'while under way' }, work),
  'the disk of the database is full': (number, work) => failingAtStatement(parts.app, number, work, diskFull),
}

/** Returns how many imports were disturbed. */
async function tryStep(of: Trial, step: Step, whole: Whole, next: () => number): Promise<number> {
  const measured = await comeTo(of, step)
  const packets = await packetsOf(parts.app, () => turn(of, measured))
  await complete(of, measured, whole)
  const tried = triedOf(Object.entries(faults), next)
  for (const [fault, disturb] of tried) {
    for (let place = 0; place < places; place++) {
      // one place in each part of the turn
      const number = 1 + Math.floor(((place + next()) / places) * packets)
      const id = await comeTo(of, step)
      const told = `seed ${testSeed}: ${of.trial.kind}, ${step}, ${fault}, packet ${number} of ${packets}`
      try {
        await disturb(number, () => turn(of, id).catch(() => undefined))
        await expectNothingHalf(of, id, whole)
        await complete(of, id, whole)
      } catch (error) {
        throw new Error(told, { cause: error })
      }
    }
  }
  return tried.length * places
}

/** A storage that is full after some contents. */
function fullAfter(contents: number): App {
  let stored = 0
  const { app } = parts
  return {
    ...app,
    storage: {
      ...app.storage,
      put: (...given) =>
        stored++ < contents ? app.storage.put(...given) : Promise.reject(storageFull(undefined)),
    },
  }
}

/** A storage that is full while files are unpacked, and a file that is changed after the check. */
async function tryFiles(of: Trial, whole: Whole): Promise<void> {
  const { imports, caller } = of.world
  const { files = {} } = of.trial
  const [changed = '', content = ''] = Object.entries(files)[0] ?? []
  for (let contents = 0; contents < Object.keys(files).length; contents++) {
    const id = await comeTo(of, 'unpack')
    const shown = await imports.work(id, fullAfter(contents))
    expect(shown.files).toMatchObject({ count: contents, failure: expect.stringMatching(/no space left/) })
    await expectNothingHalf(of, id, whole)
    await imports.addZip(id, files)
    await complete(of, id, whole)
  }
  const id = await comeTo(of, 'check')
  await imports.work(id)
  const url = `/v2/imports/${id}/files?path=${changed}`
  const send = (text: string) =>
    caller.post(url, text, { headers: { 'content-type': 'application/octet-stream' } })
  expect((await send('other contents')).statusCode).toBe(201)
  expect((await caller.post(`/v2/imports/${id}/run`, {})).statusCode).toBe(409)
  expect((await send(content)).statusCode).toBe(201)
  await imports.act(id, 'check')
  await imports.begin(id, 'run')
  expect((await send('too late')).statusCode).toBe(409)
  await complete(of, id, whole)
}

test.each(trialTables.map((trial) => [trial.kind, trial] as const))(
  '%s: whatever fails, wherever, nothing is half done; it goes on, and is undone [X-20]',
  async (_, trial) => {
    const world = await importWorld(parts)
    const next = randomFrom(testSeed)
    for (const earlier of trialTables.slice(0, trialTables.indexOf(trial))) {
      const id = await comeTo({ world, trial: earlier }, 'run')
      expect(await world.imports.work(id), earlier.kind).toMatchObject({ made: earlier.rows, skipped: 0 })
      await world.caller.delete(`/v2/imports/${id}`)
    }
    const of = { world, trial }
    const whole = await undisturbed(of)
    const steps: readonly Step[] = trial.files ? ['unpack', 'check', 'run', 'undo'] : ['check', 'run', 'undo']
    for (const step of triedOf(steps, next)) {
      const began = performance.now()
      const disturbed = await tryStep(of, step, whole, next)
      // a run in full takes minutes: how far it is
      const seconds = ((performance.now() - began) / 1_000).toFixed(0)
      if (asked !== undefined)
        process.stdout.write(`${trial.kind}, ${step}: ${disturbed} imports disturbed in ${seconds} s\n`)
    }
    if (trial.files) await tryFiles(of, whole)
  },
)
