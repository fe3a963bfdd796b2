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
    expect(readConfig(byEngine)).toEqual(readConfig(byShell))
    const differing = Object.keys(byShell).filter((name) => byShell[name] !== byEngine[name])
    expect(differing).toEqual(text === shipped ? [] : ['CHANCERY_BACKUP_SCHEDULE'])
    expect(readConfig(byShell)).toMatchObject({ environment: 'production', stateDir: '/var/lib/chancery' })
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

test('the dashboard queries existing metrics', () => {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
  expect(installationGauges.length).toBeGreaterThan(0)
  const known = new Set(register.getMetricsAsArray().map(({ name }) => name))
  const asked = [...read('dashboard.json').matchAll(/\b(?:chancery|nodejs|process)_[a-z0-9_]+/g)].map(
    ([name]) => name,
  )
  expect(asked.length).toBeGreaterThan(10)
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))
  expect(unknown).toEqual([])
})
