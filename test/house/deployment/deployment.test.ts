// The deployment files: that those who read them understand them, and that they name what exists.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { collectDefaultMetrics, register } from 'prom-client'
import { readConfig } from '../../../server/platform/settings/config.ts'
import '../../../server/http/metrics.ts'
import { installationGauges } from '../../../server/platform/installation/installation-metrics.ts'
import '../../../server/webhooks/delivery/attempt-metrics.ts'
import '../../../server/operations/process/worker.ts'
import { stopWithinSeconds } from '../../../server/operations/process/shutdown.ts'
import { readByContainerEngine, readByShell, readBySystemd } from './environment-files.ts'

const folder = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const systemdAnalyze = '/usr/bin/systemd-analyze'
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** As an operator fills them in. */
const filledIn = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name === 'CHANCERY_ENCRYPTION_KEY'
        ? Buffer.alloc(32, 7).toString('base64')
        : value?.replace('user:password@', 'chancery:secret@').replace('example.com', 'harbour.test'),
    ]),
  )

function messageOf(read: () => unknown): string {
  try {
    read()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['CHANCERY_SMTP_URL', 'foo'],
  ['CHANCERY_SMTP_URL', 'https://mail.harbour.test'],
  ['CHANCERY_SMTP_URL', 'smtp:'],
  ['CHANCERY_MAIL_FROM', 'Legal'],
  ['CHANCERY_INBOUND_MAIL_HOST', 'not a host'],
  ['CHANCERY_OPERATOR_EMAIL', 'ops'],
  ['DATABASE_URL', 'mysql://db'],
  ['CHANCERY_REPLICA_URL', 'db.harbour.test'],
  ['CHANCERY_DATABASE_LISTEN_URL', 'http://db'],
  ['CHANCERY_S3_BUCKET', 's3://bucket'],
  ['CHANCERY_S3_REGION', 'eu west'],
  ['CHANCERY_BACKUP_S3_REGION', 'eu west'],
  ['CHANCERY_BACKUP_PLACE', 'backups'],
  ['HOST', 'http://0.0.0.0'],
])('the form of %s is checked at the start: "%s" is refused by name [G-168]', (variable, value) => {
  expect(messageOf(() => readConfig({ [variable]: value }))).toMatch(new RegExp(`- ${variable} must `))
})

describe('the settings of a production installation', () => {
  const shipped = read('chancery.env')
  // as an operator uncomments them
  const complete = shipped.replace(/^#(?=[A-Z_]+=)/gm, '')

  test.each([
    ['as shipped', shipped],
    ['with the lines that are commented out', complete],
  ])('%s are the same to a shell, systemd and container engines', (_, text) => {
    const path = join(mkdtempSync(join(tmpdir(), 'chancery-env-')), 'chancery.env')
    onTestFinished(() => rmSync(dirname(path), { recursive: true }))
    writeFileSync(path, text)
    const byShell = readByShell(path)
    expect(Object.keys(byShell).length).toBeGreaterThan(5)
    expect(readBySystemd(text)).toEqual(byShell)
    // these leave the quotes around a value with spaces, which the settings do not mind
    const byEngine = readByContainerEngine(text)
    expect(readConfig(filledIn(byEngine))).toEqual(readConfig(filledIn(byShell)))
    const differing = Object.keys(byShell).filter((name) => byShell[name] !== byEngine[name])
    expect(differing).toEqual(text === shipped ? [] : ['CHANCERY_BACKUP_SCHEDULE'])
    expect(readConfig(filledIn(byShell))).toMatchObject({
      environment: 'production',
      stateDir: '/var/lib/chancery',
    })
  })

  test('are refused as long as they are those of the example, each with what to do [G-167]', () => {
    const byShell = readBySystemd(complete)
    const named = [...messageOf(() => readConfig(byShell)).matchAll(/^ {2}- (\w+) (still|is empty)/gm)]
    expect(named.map(([, name]) => name)).toEqual([
      'CHANCERY_PUBLIC_URL',
      'CHANCERY_SMTP_URL',
      'CHANCERY_MAIL_FROM',
      'CHANCERY_OPERATOR_EMAIL',
      'CHANCERY_ENCRYPTION_KEY',
    ])
    // a sandbox may have them
    const { CHANCERY_ENCRYPTION_KEY: _, ...others } = byShell
    expect(readConfig({ ...others, CHANCERY_ENVIRONMENT: 'sandbox' }).environment).toBe('sandbox')
  })

  test.each([
    ['a name before an address', 'CHANCERY_MAIL_FROM=Chancery <chancery@legal.example.com>'],
    ['a variable', 'CHANCERY_SMTP_URL=smtps://user:pa$sword@mail.example.com'],
    ['two commands', 'CHANCERY_SMTP_URL=smtps://mail.example.com?a=1&b=2'],
  ])('%s without quotes would differ, and is noticed', (_, line) => {
    const path = join(mkdtempSync(join(tmpdir(), 'chancery-env-')), 'chancery.env')
    onTestFinished(() => rmSync(dirname(path), { recursive: true }))
    writeFileSync(path, `${line}\n`)
    const differs = () => expect(readByShell(path)).toEqual(readBySystemd(line))
    expect(differs).toThrow()
  })

  test('a value in quotes is the value', () => {
    const quoted = readConfig({ CHANCERY_MAIL_FROM: "'Chancery <chancery@legal.example.com>'" })
    expect(quoted.mailFrom).toBe('Chancery <chancery@legal.example.com>')
    expect(readConfig({ CHANCERY_MAIL_FROM: '"Legal" <legal@example.com>' }).mailFrom).toBe(
      '"Legal" <legal@example.com>',
    )
  })
})

describe('the unit', () => {
  const unit = read('chancery.service')

  test('lets the server write where the settings say, and nowhere else', () => {
    const place = /^#CHANCERY_BACKUP_PLACE=(.*)$/m.exec(read('chancery.env'))?.[1]
    expect(unit).toContain('ProtectSystem=strict')
    expect([...unit.matchAll(/^ReadWritePaths=(.*)$/gm)].map(([, path]) => path)).toEqual([`-${place}`])
    expect(unit).toContain('StateDirectory=chancery\n')
  })

  test('and the documents give the server the time that it takes to stop', () => {
    expect(stopWithinSeconds).toBe(15)
    expect(unit).toContain('TimeoutStopSec=15')
    expect(unit).toContain('within fifteen seconds')
    const documents = readFileSync(join(folder, '../docs/operating.md'), 'utf8') + read('README.md')
    const said = [...documents.matchAll(/(?:TimeoutStopSec=|--(?:stop-)?timeout )(\d+)/g)].map(
      ([, seconds]) => seconds,
    )
    expect(new Set(said)).toEqual(new Set(['15']))
  })

  test.runIf(existsSync(systemdAnalyze))('is one that systemd understands', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'chancery-unit-')), 'chancery.service')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    // the program need not be installed here
    writeFileSync(file, unit.replace('/opt/chancery/bin/chancery', '/usr/bin/env'))
    const { stderr } = spawnSync(systemdAnalyze, ['verify', file], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes('chancery'))).toEqual([])
  })
})

test.each(['dashboard.json', 'alerts.yml'])('%s queries existing metrics', (file) => {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
  expect(installationGauges.length).toBeGreaterThan(0)
  const known = new Set(register.getMetricsAsArray().map(({ name }) => name))
  const asked = [...read(file).matchAll(/\b(?:chancery|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
  expect(asked.length).toBeGreaterThan(10)
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))
  expect(unknown).toEqual([])
})
