// The rules for imports: kept by the sources as they are, and noticed where they are broken.
import { expect, test } from 'vitest'
import { importRules, wrongImports } from './import-rules.ts'
import { readSources, sourceFile } from './source-files.ts'

test('every import of the repository keeps the rules', () => {
  expect(wrongImports(readSources())).toEqual([])
})

const planted: readonly [path: string, line: string, sentence: RegExp][] = [
  ['server/platform/a.ts', "import { b } from '../contracts/contract.ts'", /platform knows no feature/],
  ['server/platform/a.ts', "import { readConfig } from './settings/config.ts'", /settings are read once/],
  ['server/platform/settings/a.ts', "import { b } from '../app.ts'", /settings are below everything else/],
  ['server/http/a.ts', "import { b } from '../contracts/contract.ts'", /http knows no feature/],
  ['server/http/a.ts', "import { b } from './v1/paging.ts'", /neither version is built on the other/],
  ['server/http/v2/a.ts', "import { b } from '../v1/paging.ts'", /neither version is built on the other/],
  ['server/matters/v2/a.ts', "import { b } from '../v1/matters.wire.ts'", /neither version is built/],
  ['server/matters/a.ts', "import { b } from '../http/route.ts'", /core of a noun is the same/],
  ['server/matters/a.ts', "import type { FastifyRequest } from 'fastify'", /core of a noun is the same/],
  ['server/matters/a.ts', "import { b } from './v1/matters.wire.ts'", /core of a noun is the same/],
  ['server/matters/a.ts', "import { b } from '../contracts/access.ts'", /builds on earlier nouns only/],
  [
    'server/identity/users/a.ts',
    "import type { B } from '../../files/file.ts'",
    /builds on earlier nouns only/,
  ],
  ['server/matters/v1/a.ts', "import { sql } from 'kysely'", /holds no SQL/],
  ['server/matters/v1/a.ts', "import { change } from '../../platform/events/change.ts'", /holds no SQL/],
  ['server/oauth/endpoints/a.ts', "import { b } from '../../platform/postgres/database.ts'", /holds no SQL/],
  ['server/matters/v1/a.ts', "import { b } from '../../files/v1/files.wire.ts'", /routes of one noun/],
  ['server/matters/v1/a.ts', "import { api } from '../../process/api.ts'", /how the process is put together/],
  ['server/platform/a.ts', "import cookie from '@fastify/cookie'", /fastify is a detail/],
  ['server/records/kinds.ts', "import { b } from './record-kind.ts'", /the list of kinds is below/],
  ['server/novelties/a.ts', "import { b } from '../platform/app.ts'", /place in the order of nouns/],
  ['web/src/lib/a.ts', "import { b } from '../../../server/users/user.ts'", /talks to the server by its API/],
  ['web/src/components/a.tsx', "import { b } from '../forms/use-draft.ts'", /web\/src\/components draws/],
  ['examples/a.ts', "import { b } from '../server/users/user.ts'", /an example shows/],
  [
    'server/operations/process/main.ts',
    "import { b } from '../../../test/clock.ts'",
    /without tests and tools/,
  ],
  ['server/users/a.ts', "const b = await import('../matters/matter.ts')", /builds on earlier nouns only/],
]

test.each(planted)('%s may not say %s', (path, line, sentence) => {
  expect(wrongImports([sourceFile(path, `// A file.\n${line}\n`)]).join('\n')).toMatch(sentence)
})

test('every rule is tried above', () => {
  const untried = importRules.filter(
    ({ sentence }) => !planted.some(([, , pattern]) => pattern.test(sentence)),
  )
  expect(untried.map(({ sentence }) => sentence)).toEqual([])
})

test.each([
  ['server/platform/app.ts', "import type { Config } from './settings/config.ts'"],
  ['server/matters/v1/a.ts', "import { b } from '../../files/queries.ts'"],
  ['server/matters/v1/a.ts', "import { b } from '../../http/v1/paging.ts'"],
  ['server/matters/matter.ts', "import { b } from '../users/user.ts'"],
  ['server/matters/matter.ts', "// import { b } from '../contracts/contract.ts'"],
  ['server/matters/matter.test.ts', "import { b } from '../contracts/contract.ts'"],
])('%s may say %s', (path, line) => {
  expect(wrongImports([sourceFile(path, `// A file.\n${line}\n`)])).toEqual([])
})

test('an import cycle is reported once; a cycle of types alone is allowed', () => {
  const circle = ['a', 'b', 'c'].map((name, at) =>
    sourceFile(`server/users/${name}.ts`, `import { x } from './${['b', 'c', 'a'][at]}.ts'\n`),
  )
  expect(wrongImports(circle)).toEqual([
    'server/users/a.ts imports server/users/b.ts imports server/users/c.ts imports server/users/a.ts: a circle of imports',
  ])
  const types = ['a', 'b'].map((name, at) =>
    sourceFile(`server/users/${name}.ts`, `import { type X } from './${['b', 'a'][at]}.ts'\n`),
  )
  expect(wrongImports(types)).toEqual([])
})

test('folders of the server that import each other are named, also if one imports types only', () => {
  const both = [
    sourceFile('server/identity/users/a.ts', "import type { B } from '../../platform/b.ts'\n"),
    sourceFile('server/platform/b.ts', "import type { A } from '../identity/users/a.ts'\n"),
  ]
  expect(
    wrongImports(both).filter((each) => each.startsWith('server/identity and server/platform')),
  ).toHaveLength(1)
  const within = [
    sourceFile('server/identity/users/a.ts', "import type { B } from '../oauth/b.ts'\n"),
    sourceFile('server/identity/oauth/b.ts', "import type { A } from '../users/a.ts'\n"),
  ]
  expect(wrongImports(within).filter((each) => each.includes('import each other'))).toEqual([])
})
