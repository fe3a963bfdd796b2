// The whole test: a server under load is killed repeatedly, and at the end nothing that it acknowledged is missing.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Acknowledged, hooks, topics } from './acknowledged.ts'
import { type Calls, createCalls } from './calls.ts'
import { missingUploads, wrongInStorage } from './check-files.ts'
import { eventsSince, missingEvents, missingNotifications, untilDelivered } from './check-notifications.ts'
import { startClients } from './clients.ts'
import { type Figures, percent } from './figures.ts'
import { type Notifications, startNotifications } from './notifications.ts'
import { createVictim, type Kill, type Victim } from './victim.ts'
import { withAppOf } from './with-app.ts'

interface Settings {
  readonly kills: number
  /** Server processes after each kill; by default one, and occasionally two. */
  readonly processes?: number
  /**
   * Spreads the kills over this many changes, which are mostly without files and sent to receivers that answer at once.
   */
  readonly changes?: number
  readonly onProgress?: (message: string) => void
  /** Ends the run early, and everything it started. */
  readonly signal?: AbortSignal
}

interface Outcome {
  readonly figures: Figures
  /** Describes everything that should exist and does not; empty if all is well. */
  readonly missing: readonly string[]
}

const clientCount = 8
// these end a hang, whatever the speed of the machine
const deliveryPatienceMs = 600_000
const limitMs = ({ kills, changes = 0 }: Settings) => 600_000 + kills * 60_000 + changes * 500

/** Kills the server as many times as configured and returns what is missing afterwards. Ends everything it started. */
export async function runKills(settings: Settings): Promise<Outcome> {
  const { changes, onProgress = () => undefined, signal } = settings
  const limit = AbortSignal.timeout(limitMs(settings))
  const over = signal ? AbortSignal.any([signal, limit]) : limit
  const victim = await createVictim()
  const notifications = await startNotifications(changes === undefined ? [20, 51] : [0, 3])
  const run = prepare(victim, notifications, settings).then(async (prepared) => {
    try {
      const scene = { ...prepared, victim, notifications, onProgress }
      const figures = await killUnderLoad(scene, settings)
      return await examine(scene, figures)
    } finally {
      await prepared.calls.close()
    }
  })
  try {
    return await Promise.race([run, rejectedBy(over)])
  } finally {
    await victim.remove()
    await notifications.receiver.close()
    await Promise.allSettled([run])
  }
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () =>
      reject(new Error('The kill test was ended before it was finished', { cause: signal.reason }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

interface Scene {
  readonly victim: Victim
  readonly notifications: Notifications
  readonly onProgress: (message: string) => void
  readonly calls: Calls
  readonly acknowledged: Acknowledged
  readonly templateId: number
  /** From this time on every event must be delivered. */
  readonly since: Date
}

const subscriber = 'admin@harbour.example'

type Prepared = Pick<Scene, 'calls' | 'acknowledged' | 'templateId' | 'since'>

async function prepare(
  victim: Victim,
  { receiver }: Notifications,
  { processes = 1 }: Settings,
): Promise<Prepared> {
  await victim.start(processes)
  const calls = createCalls(victim.url, await victim.command('token', subscriber, '--access-token'))
  calls.open()
  for (const hook of hooks) await subscribe(calls, `${receiver.url}${hook}`)
  const since = new Date()
  const template = await withAppOf(victim.stateDir, ({ db }) =>
    db
      .selectFrom('contract_templates as template')
      .innerJoin('users', 'users.organisation_id', 'template.organisation_id')
      .where('users.email_key', '=', subscriber)
      .where('template.team_required', '=', false)
      .select('template.id')
      .orderBy('template.id')
      .executeTakeFirstOrThrow(),
  )
  calls.hold()
  return { calls, acknowledged: { uploads: [], events: [] }, templateId: template.id, since }
}

async function subscribe(calls: Calls, subscriptionUrl: string): Promise<void> {
  const subscribed = await calls.ask({
    method: 'POST',
    path: '/account-apis/v1/webhooks/subscriptions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ topics, subscriptionUrl, clientState: 'kill-test' }),
  })
  if (!subscribed) throw new Error('The subscription could not be created')
}

type Kills = Pick<
  Figures,
  'kills' | 'killsOfBoth' | 'databaseKills' | 'vainKills' | 'interruptedDeliveries' | 'slowestRestartMs'
>

async function killUnderLoad(scene: Scene, { kills: wanted, processes, changes }: Settings): Promise<Kills> {
  const { victim, calls, onProgress } = scene
  const mostly = changes === undefined ? 'files' : 'changes'
  const clients = startClients({ ...scene, mostly, count: clientCount })
  const so = {
    kills: 0,
    killsOfBoth: 0,
    databaseKills: 0,
    vainKills: 0,
    interruptedDeliveries: 0,
    slowestRestartMs: 0,
  }
  while (so.kills < wanted) {
    if (so.vainKills > wanted + 5) throw new Error('Nothing is in progress when the server is killed')
    const what = whatToKill(so.kills + so.vainKills, processes)
    calls.open()
    const moment =
      changes === undefined
        ? momentToKill(scene)
        : changesMade(scene, ((so.kills + Math.random()) / wanted) * changes)
    await Promise.race([moment, clients.failed])
    const interrupted = await killNow(scene, what)
    const hit = changes !== undefined || interrupted.uploads + interrupted.deliveries > 0
    if (hit) so.kills++
    else so.vainKills++
    if (interrupted.uploads > 0 && interrupted.deliveries > 0) so.killsOfBoth++
    so.interruptedDeliveries += interrupted.deliveries
    if (hit && what === 'server and database') so.databaseKills++
    const ms = what === 'one process' ? 0 : await victim.start(processes ?? (so.kills % 4 === 3 ? 2 : 1))
    so.slowestRestartMs = Math.max(so.slowestRestartMs, ms)
    onProgress(
      `kill ${so.kills} of ${wanted}, ${what}: interrupted ${interrupted.uploads} uploads and ` +
        `${interrupted.deliveries} deliveries${ms === 0 ? '' : `; serving again after ${(ms / 1000).toFixed(1)} s`}`,
    )
  }
  calls.open()
  await Promise.race([Promise.all([pause(500), changesMade(scene, changes ?? 0)]), clients.failed])
  await clients.stop()
  return so
}

/**
 * With several processes mostly one, which the others outlive; otherwise all of them, and every third time the database
 * as well.
 */
function whatToKill(kill: number, processes = 1): Kill {
  if (processes > 1 && kill % 10 < 9) return 'one process'
  return (processes > 1 ? kill % 20 < 10 : kill % 3 < 2) ? 'server' : 'server and database'
}

/** Waits until this many changes have been acknowledged. */
async function changesMade({ acknowledged }: Scene, count: number): Promise<void> {
  while (acknowledged.events.length < count) await pause(5)
}

/**
 * Some time after work began, when an upload and a delivery are in progress; or only one of them, if waiting for both
 * takes too long.
 */
async function momentToKill({ calls, notifications }: Scene): Promise<void> {
  await pause(randomInt(300, 2_000))
  const both = () => calls.counts.uploading > 0 && notifications.open() > 0
  for (const deadline = Date.now() + 120_000; !both() && Date.now() < deadline; ) await pause(1)
}

async function killNow({ victim, calls, notifications }: Scene, what: Kill) {
  const before = calls.counts.interruptedUploads
  if (what === 'one process') {
    await victim.kill(what)
    return { uploads: 0, deliveries: 0 }
  }
  calls.hold()
  // the signal has been sent when the call returns
  const killed = victim.kill(what)
  const deliveries = notifications.cut()
  await killed
  await calls.idle()
  return { uploads: calls.counts.interruptedUploads - before, deliveries }
}

async function examine(scene: Scene, kills: Kills): Promise<Outcome> {
  const { victim, calls, acknowledged, notifications, since, onProgress } = scene
  onProgress('waiting for the remaining notifications')
  const { storage, events } = await withAppOf(victim.stateDir, async (app) => {
    await untilDelivered(app, deliveryPatienceMs)
    return { storage: await wrongInStorage(app), events: await eventsSince(app, since) }
  })
  onProgress('comparing what was acknowledged with what exists')
  const { answered, receiver } = notifications
  const missing = [
    ...(await missingUploads(calls, acknowledged)),
    ...storage.wrong,
    ...missingEvents(acknowledged, events, answered),
    ...missingNotifications(events, answered),
  ]
  await victim.stop().catch((error: unknown) => missing.push(String(error)))
  const messages = new Set(answered.map(({ messageId }) => messageId)).size
  return {
    missing,
    figures: {
      ...kills,
      interruptedUploads: calls.counts.interruptedUploads,
      serverFailures: calls.counts.failures,
      files: acknowledged.uploads.length,
      bytes: acknowledged.uploads.reduce((sum, { bytes }) => sum + bytes, 0),
      versionsChecked: storage.checked,
      contentsSwept: storage.swept,
      acknowledgedChanges: acknowledged.events.length,
      events: events.length,
      notifications: receiver.requests.length,
      messages,
      duplicatesPercent: percent(receiver.requests.length - messages, messages),
      acknowledgedTwicePercent: percent(answered.length - messages, messages),
    },
  }
}
