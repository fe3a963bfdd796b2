// The rule where kinds of records may be named: kept by the sources as they are, and noticed where it is broken.
import { expect, test } from 'vitest'
import { namingFiles, wrongKindNames } from './kind-names.ts'
import { readSources, sourceFile } from './source-files.ts'

test('kinds of records are named where they are known to be, and there are under ten such files each', () => {
  expect(wrongKindNames(readSources())).toEqual([])
  const named = [...namingFiles.keys()]
  expect(named.filter((path) => path.startsWith('server/')).length).toBeLessThan(10)
  expect(named.filter((path) => path.startsWith('web/')).length).toBeLessThan(10)
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
  "const list = kind === 'matters' ? a : b",
  "if (record.type === 'Contract') return",
  'const isTheirs = target.kind === matterKind',
  'if (names === kinds.matter) return',
  '<CreateLink create="matter" />',
  "hasFeature(me, 'CONTRACTS')",
  '<TextLink to="/matters/$id" />',
  '<a href={`#/contracts/${id}`} />',
  "client.GET('/v2/matters/{matterId}/overview')",
  "client.GET('/v2/bin/contracts')",
])('is refused in the web app, outside the folders of the kinds: %s', (line) => {
  expect(wrongKindNames([sourceFile('web/src/features/search/a.tsx', line)], none)).toEqual([
    expect.stringContaining('web/src/features/search/a.tsx names a kind in 1 lines, 0 are known'),
  ])
})

test('what people read is refused in texts only where it decides something', () => {
  const texts = (line: string) => wrongKindNames([sourceFile('web/src/features/tasks/texts.ts', line)], none)
  expect(texts("  matter: 'Matter',")).toEqual([])
  expect(texts("  title: (type: string) => (type === 'Matter' ? 'a' : 'b'),")).toHaveLength(1)
})

test.each([
  ['web/src/features/matters/a.tsx', "const key = ['matters', id]"],
  ['web/src/app/record-kinds.ts', "const first = 'matter'"],
  ['web/src/features/search/a.ts', 'const picker = kinds.matter.many'],
  ['web/src/lib/a.test.ts', "routeOf('Matter', 17)"],
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
