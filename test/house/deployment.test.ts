// The deployment files only name settings, metrics and paths that exist.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { register } from 'prom-client'
import { readConfig } from '../../server/settings/config.ts'
import '../../server/http/metrics.ts'
import { measureInstallation } from '../../server/platform/installation/installation-metrics.ts'
import '../../server/webhooks/delivery/attempt-metrics.ts'
import '../../server/process/worker.ts'

const read = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

test('the example settings are those of a production installation', () => {
  const lines = read('chancery.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
  expect(readConfig(env)).toMatchObject({ environment: 'production', stateDir: '/var/lib/chancery' })
})

test('the dashboard queries existing metrics', () => {
  measureInstallation({} as Parameters<typeof measureInstallation>[0])
  const known = new Set(register.getMetricsAsArray().map(({ name }) => name))
  const asked = [...read('dashboard.json').matchAll(/\b(?:chancery|nodejs|process)_[a-z0-9_]+/g)].map(
    ([name]) => name,
  )
  expect(asked.length).toBeGreaterThan(10)
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))
  expect(unknown).toEqual([])
})
