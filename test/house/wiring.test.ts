// What is written down is also put together: a job nobody runs, or a module of routes nobody registers, looks finished
// and does nothing.
import Type from 'typebox'
import Value from 'typebox/value'
import { expect, test } from 'vitest'
import { jobs, timetable } from '../../server/worker.ts'
import { isTest, readSources } from './source-files.ts'

const product = readSources().filter((file) => file.path.startsWith('server/') && !isTest(file))

test('every job that is defined is run by the worker, once', () => {
  const defined = product.flatMap(({ code }) =>
    [...code.matchAll(/defineJob\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(defined.length).toBeGreaterThan(0)
  expect(jobs.map(({ name }) => name).sort()).toEqual(defined.sort())
})

test('every line of the timetable is of a job that takes what the timetable gives', () => {
  for (const { job } of timetable) {
    const { payload } = jobs.find(({ name }) => name === job) ?? { payload: Type.Never() }
    expect(Value.Check(payload, { _cron: { ts: '2026-03-02T09:00:00Z', backfilled: false } }), job).toBe(true)
  }
})

test('every job that is asked for by its name is there', () => {
  const asked = product.flatMap(({ code }) =>
    [...code.matchAll(/addJob\(\w+, '([^']+)'/g)].map(([, name = '']) => name),
  )
  const known = jobs.map(({ name }) => name)
  expect(asked.filter((name) => !known.includes(name))).toEqual([])
})

test('every module of routes is in the list of the API', () => {
  const api = product.find(({ path }) => path === 'server/api.ts')?.code ?? ''
  const modules = product.flatMap(({ code }) =>
    [...code.matchAll(/^export const (\w+): RouteModule\b/gm)].map(([, name = '']) => name),
  )
  expect(modules.length).toBeGreaterThan(0)
  const list = /= \[([\s\S]*)\]/.exec(api)?.[1] ?? ''
  expect(modules.filter((name) => !new RegExp(`\\b${name}\\b`).test(list))).toEqual([])
})
