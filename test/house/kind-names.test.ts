// The rule where kinds of records may be named: kept by the sources as they are, and noticed where it is broken.
import { expect, test } from 'vitest'
import { namingFiles, wrongKindNames } from './kind-names.ts'
import { readSources, sourceFile } from './source-files.ts'

test('kinds of records are named where they are known to be, and there are under ten such files', () => {
  expect(wrongKindNames(readSources())).toEqual([])
  expect(namingFiles.size).toBeLessThan(10)
})

const none = new Map()

test.each([
  "const isContract = record.kind === 'contract'",
  'type Kind = "matter" | "contract"',
  'const table = sql.table(`matters`)',
  "types: ['Matter', 'Task']",
  'if (kind !== kinds.matter.one) return',
  'switch (type) {\n  case kinds.contract.type:',
])('is refused in a folder of no kind: %s', (line) => {
  expect(wrongKindNames([sourceFile('server/search/a.ts', line)], none)).toEqual([
    expect.stringContaining('server/search/a.ts names a kind in 1 lines, 0 are known'),
  ])
})

test.each([
  ['server/contracts/a.ts', "const kind = 'contract'"],
  ['server/records/kinds.ts', "type: 'Matter'"],
  ['server/search/a.test.ts', "const kind = 'contract'"],
  ['server/search/a.ts', 'const columns = kinds.contract.recordId'],
  ['server/search/a.ts', "throw badInput('id', 'must be the id of a contract.') // 'contract'"],
])('%s may say %s', (path, line) => {
  expect(wrongKindNames([sourceFile(path, line)], none)).toEqual([])
})

test('a file with fewer lines than its number has it lowered, and so has one that is gone', () => {
  const exceptions = new Map([
    ['server/search/a.ts', { count: 2, reason: 'a test' }],
    ['server/search/gone.ts', { count: 1, reason: 'a test' }],
  ])
  const files = [sourceFile('server/search/a.ts', "const kind = 'contract'")]
  expect(wrongKindNames(files, exceptions)).toEqual([
    'server/search/a.ts names a kind in 1 lines only: lower its number in test/house/kind-names.ts',
    'server/search/gone.ts names a kind in 0 lines only: lower its number in test/house/kind-names.ts',
  ])
})
