// The shell blocks of the documentation do what the pages say: those that can run here are run, against a sandbox with
// its demo; of the others block-plans.ts says why not, and shell-blocks.test.ts checks what is in them.
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeThrowAwayFolder } from '../../../server/platform/postgres/packaged/temporary-folder.ts'
import { fillStateFolder } from '../../servers/prepared-state.ts'
import { type ServerProcess, startServerProcess } from '../../servers/server-process.ts'
import { readDocuments } from '../documents.ts'
import { plans } from './block-plans.ts'
import { blocksOf } from './markdown.ts'
import { type BlockResult, runBlocks } from './run-blocks.ts'
import { type CommandHost, startCommandHost } from './start-command-host.ts'
import { blocksNotRun, blocksToRun, runPages, type Sandbox } from './run-pages.ts'

const folder = makeThrowAwayFolder('chancery-documents-')
const stateDir = makeThrowAwayFolder('chancery-documents-state-')
let server: ServerProcess
let commands: CommandHost
let shell: Sandbox
let results: readonly BlockResult[]
beforeAll(async () => {
  await fillStateFolder(stateDir)
  server = await startServerProcess({ stateDir })
  mkdirSync(join(folder, 'work'))
  commands = await startCommandHost({ stateDir, folder })
  shell = { url: server.url, folder: join(folder, 'work'), commands: commands.socket }
  results = await runPages(shell)
})
afterAll(async () => {
  await commands?.stop()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
  await rm(stateDir, { recursive: true, force: true })
})

test(`${blocksToRun.length} shell blocks run as they are written; ${blocksNotRun.length} are only checked`, () => {
  expect(results.filter(({ succeeded }) => !succeeded)).toEqual([])
  expect(results.map(({ name }) => name).toSorted()).toEqual(
    blocksToRun.map(({ page, line }) => `${page}:${line}`).toSorted(),
  )
  expect(blocksToRun.length).toBeGreaterThan(25)
})

test('what a page shows as the answer of a block has the properties that came', () => {
  const answers = new Map(
    readDocuments().map(({ path, text }) => [
      path,
      blocksOf(text).filter(({ language }) => language === 'json'),
    ]),
  )
  const shown = blocksToRun.flatMap(({ page, line, text }) => {
    const behind = line + text.split('\n').length + 1
    const answer = answers.get(page)?.find((block) => block.line >= behind && block.line <= behind + 3)
    const output = results.find(({ name }) => name === `${page}:${line}`)?.output ?? ''
    return answer ? [{ answer: JSON.parse(answer.text) as object, output: JSON.parse(output) as object }] : []
  })
  expect(shown.length).toBeGreaterThan(0)
  for (const { answer, output } of shown) expect(Object.keys(output)).toEqual(Object.keys(answer))
})

test('each reason for not running a block is that of a block', () => {
  const unused = Object.entries(plans).flatMap(([page, { notRun = {} }]) =>
    Object.keys(notRun)
      .filter(
        (begin) =>
          !blocksNotRun.some((each) => each.page === page && each.text.trimStart().startsWith(begin)),
      )
      .map((begin) => `${page}: ${begin}`),
  )
  expect(unused).toEqual([])
})

test('a block fails with its first command that fails, and reaches nothing but the server', async () => {
  const empty = { ...shell, env: {} }
  const [unknown] = await runBlocks([{ name: 'a', script: 'nothing-like-it\necho on' }], empty)
  expect(unknown).toMatchObject({ succeeded: false, output: expect.stringContaining('command not found') })
  const [refused, after] = await runBlocks(
    [
      { name: 'b', script: 'curl http://somewhere.example/v2/matters | cat' },
      { name: 'c', script: 'echo on' },
    ],
    empty,
  )
  expect(refused).toMatchObject({ succeeded: false, output: expect.stringContaining('401') })
  expect(after).toBeUndefined()
})
