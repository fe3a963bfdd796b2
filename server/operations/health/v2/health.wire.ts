// The health of the installation in the shapes of v2.
import Type from 'typebox'
import { nullable } from '../../../http/v2/references.wire.ts'
import { officeStates } from '../../../platform/documents/office/word-to-pdf.ts'
import { healthAreas, type HealthArea, type Severity } from '../../../platform/installation/concern.ts'
import { mailWays } from '../../../platform/installation/mail-state.ts'
import { oldestOf } from '../../../platform/installation/queue-state.ts'
import { productVersion } from '../../../platform/installation/server-processes.ts'
import type { InstallationHealth } from '../installation-health.ts'

const word = <const Word extends string>(words: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({
    type: 'string',
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  })
const moment = () => Type.String({ format: 'date-time' })
const momentOrNull = (description?: string) =>
  nullable<string>('string', { format: 'date-time', ...(description === undefined ? {} : { description }) })
const count = (description?: string) => Type.Integer(description === undefined ? {} : { description })
const bytes = () => Type.Number({ description: 'In bytes.' })

const healthStates = ['Good', 'Attention', 'Failing'] as const

const concernSchema = Type.Object(
  {
    area: word<HealthArea>(healthAreas),
    severity: word<Severity>(['Attention', 'Failing']),
    problem: Type.String(),
    remedy: Type.String({ description: 'What to do about it.' }),
  },
  { title: 'HealthConcern' },
)

const processSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  role: word(['all', 'api', 'worker']),
  version: Type.String(),
  nodeVersion: Type.String(),
  host: Type.String(),
  processId: count(),
  started: moment(),
  lastSeen: moment(),
  alive: Type.Boolean({ description: 'Whether it has been heard of within the last minute.' }),
})

const queueSchema = Type.Object({
  waiting: count('Due, and not begun.'),
  running: count(),
  retrying: count('Failed, to be tried again later.'),
  failed: count('Failed for good.'),
  oldestDue: momentOrNull('Since when the oldest of those that wait has been due.'),
  jobs: Type.Array(
    Type.Object({
      job: Type.String(),
      waiting: count(),
      running: count(),
      retrying: count(),
      failed: count(),
      oldestDue: momentOrNull(),
    }),
  ),
})

const storageSchema = Type.Object({
  kind: word(['Disk', 'Bucket']),
  reachable: Type.Boolean(),
  freeBytes: nullable<number>('number', { description: 'Of the disk with the state folder.' }),
  missing: count('Contents of files that are missing.'),
  damaged: count('Contents of files that do not match their hash.'),
  check: Type.Object(
    { started: momentOrNull(), ended: momentOrNull(), contents: count(), bytes: bytes() },
    { description: 'The integrity check, which reads all contents in rounds: the current or last round.' },
  ),
  measured: momentOrNull('When the last whole round ended, which is when the next two were counted.'),
  contents: nullable<number>('number'),
  bytes: nullable<number>('number'),
})

const backupsSchema = Type.Object({
  scheduled: Type.Boolean({ description: 'Whether the server makes them by itself.' }),
  lastMade: momentOrNull(),
  lastId: nullable<string>('string', { description: 'The id of the newest backup.' }),
  place: nullable<string>('string'),
  lastFailed: momentOrNull('When a scheduled backup last failed.'),
  failing: Type.Boolean({ description: 'Whether the last one failed.' }),
  lastVerified: momentOrNull(),
  findings: nullable<number>('number', {
    description: 'How much was missing or damaged when backups were last verified.',
  }),
})

const databaseSchema = Type.Object({
  version: Type.String(),
  bytes: bytes(),
  connections: count(),
  mostConnections: count(),
  migration: Type.String({ description: 'The last one that was applied.' }),
  pendingMigrations: count(),
  readsReplica: Type.Boolean({ description: 'Whether lists are read from a replica.' }),
  replicas: Type.Array(
    Type.Object({
      state: Type.String(),
      synchronous: Type.Boolean(),
      bytesBehind: nullable<number>('number', { description: 'Null where that is not known.' }),
    }),
  ),
})

const healthExample = {
  state: 'Attention',
  environment: 'production',
  offline: false,
  version: '0.2.0',
  concerns: [
    {
      area: 'Backup',
      severity: 'Attention',
      problem: 'No backup has been verified.',
      remedy: 'Run “node bin/chancery.mjs backup verify” with the place, once a month.',
    },
  ],
  processes: [
    {
      id: '0b9d2c1e-6a53-4f0e-9a38-8f9d2c1b7a10',
      role: 'all',
      version: '0.2.0',
      nodeVersion: 'v20.19.0',
      host: 'legal-1',
      processId: 4_120,
      started: '2026-05-06T06:00:00.000Z',
      lastSeen: '2026-05-06T10:00:00.000Z',
      alive: true,
    },
  ],
  queue: { waiting: 0, running: 1, retrying: 0, failed: 0, oldestDue: null, jobs: [] },
  storage: {
    kind: 'Disk',
    reachable: true,
    freeBytes: 42_000_000_000,
    missing: 0,
    damaged: 0,
    check: { started: '2026-05-01T00:00:00.000Z', ended: null, contents: 1_200, bytes: 310_000_000 },
    measured: null,
    contents: null,
    bytes: null,
  },
  backups: {
    scheduled: true,
    lastMade: '2026-05-06T02:30:09.000Z',
    lastId: '2026-05-06T02-30-00-412Z-1c9f',
    place: 's3://acme-backups/chancery',
    lastFailed: null,
    failing: false,
    lastVerified: null,
    findings: null,
  },
  mail: { way: 'Delivers', lastSent: '2026-05-06T09:58:00.000Z', waiting: 0, retrying: 0, failed: 0 },
  database: {
    version: '18.1',
    bytes: 310_000_000,
    connections: 22,
    mostConnections: 100,
    migration: '0228-installation-health.sql',
    pendingMigrations: 0,
    readsReplica: false,
    replicas: [],
  },
  clock: {
    databaseTime: '2026-05-06T10:00:00.000Z',
    now: '2026-05-06T10:00:00.000Z',
    differenceSeconds: 0.004,
  },
  libreOffice: { state: 'Works', program: '/usr/bin/soffice', checked: '2026-05-06T09:55:00.000Z' },
}

export const healthSchema = Type.Object(
  {
    state: word(healthStates),
    environment: word(['production', 'sandbox']),
    offline: Type.Boolean(),
    version: Type.String({ description: 'Of the process that answers.' }),
    concerns: Type.Array(concernSchema, {
      description: 'What is wrong; what does not work now comes first.',
    }),
    processes: Type.Array(processSchema),
    queue: queueSchema,
    storage: storageSchema,
    backups: backupsSchema,
    mail: Type.Object({
      way: word(mailWays, 'Outbox is the page of a sandbox.'),
      lastSent: momentOrNull('Of the mails that are still kept.'),
      waiting: count(),
      retrying: count(),
      failed: count(),
    }),
    database: databaseSchema,
    clock: Type.Object({
      databaseTime: moment(),
      now: Type.String({
        format: 'date-time',
        description: 'The time of the product, which a sandbox can move.',
      }),
      differenceSeconds: Type.Number({
        description: 'How far the database is ahead of the machine that answers.',
      }),
    }),
    libreOffice: Type.Object(
      {
        state: word(officeStates, 'Off: by the settings. Missing: not installed.'),
        program: nullable<string>('string', { description: 'Its path.' }),
        checked: momentOrNull('When the last PDF was made, or LibreOffice failed to make one.'),
      },
      { description: 'What makes PDFs of Word documents, on the machine that answers.' },
    ),
  },
  { title: 'InstallationHealth', examples: [healthExample] },
)

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const queueToV2 = (queue: InstallationHealth['queue']) => {
  const sum = (key: 'waiting' | 'running' | 'retrying' | 'failed') =>
    queue.reduce((total, each) => total + each[key], 0)
  return {
    waiting: sum('waiting'),
    running: sum('running'),
    retrying: sum('retrying'),
    failed: sum('failed'),
    oldestDue: iso(oldestOf(queue)),
    jobs: queue.map((each) => ({ ...each, oldestDue: iso(each.oldestDue) })),
  }
}

const storageToV2 = ({ check, ...storage }: InstallationHealth['storage']) => ({
  ...storage,
  check: {
    started: iso(check.beganAt),
    ended: iso(check.endedAt),
    contents: check.contents,
    bytes: check.bytes,
  },
  measured: iso(check.measured?.at ?? null),
  contents: check.measured?.contents ?? null,
  bytes: check.measured?.bytes ?? null,
})

const backupsToV2 = (backups: InstallationHealth['backups']) => ({
  scheduled: backups.scheduled,
  lastMade: iso(backups.succeededAt),
  lastId: backups.madeId,
  place: backups.place,
  lastFailed: iso(backups.failedAt),
  failing: backups.failing,
  lastVerified: iso(backups.verifiedAt),
  findings: backups.findings,
})

const stateOf = (concerns: InstallationHealth['concerns']): (typeof healthStates)[number] => {
  if (concerns.some(({ severity }) => severity === 'Failing')) return 'Failing'
  return concerns.length > 0 ? 'Attention' : 'Good'
}

/** The whole answer. */
export const healthToV2 = (health: InstallationHealth) => ({
  state: stateOf(health.concerns),
  environment: health.environment,
  offline: health.offline,
  version: productVersion,
  concerns: [...health.concerns],
  processes: health.processes.map(({ startedAt, seenAt, role, ...each }) => ({
    ...each,
    role: role as 'all' | 'api' | 'worker',
    started: startedAt.toISOString(),
    lastSeen: seenAt.toISOString(),
  })),
  queue: queueToV2(health.queue),
  storage: storageToV2(health.storage),
  backups: backupsToV2(health.backups),
  mail: { ...health.mail, lastSent: iso(health.mail.lastSent) },
  database: { ...health.database, replicas: [...health.database.replicas] },
  clock: {
    databaseTime: health.clock.databaseTime.toISOString(),
    now: health.clock.now.toISOString(),
    differenceSeconds: Math.round(health.clock.differenceMs) / 1_000,
  },
  libreOffice: {
    state: health.libreOffice.state,
    program: health.libreOffice.program,
    checked: iso(health.libreOffice.checkedAt),
  },
})
