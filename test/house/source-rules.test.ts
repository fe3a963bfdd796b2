// The rules for sources: kept by the sources as they are, and noticed where they are broken.
import { expect, test } from 'vitest'
import { readSources, sourceFile } from './source-files.ts'
import { sourceRules, wrongInSources } from './source-rules.ts'

test('every source of the repository keeps the rules [P-26]', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(100)
  expect(wrongInSources(sources)).toEqual([])
})

const planted: readonly [path: string, text: string, sentence: RegExp][] = [
  ['server/matters/queries.ts', "db.selectFrom('matters')", /access\.ts selects/],
  ['server/matters/queries.ts', "db.selectFrom('contracts as c')", /access\.ts selects/],
  ['server/matters/jobs.ts', 'sql`select id from files where x`', /access\.ts selects/],
  [
    'server/matters/queries.ts',
    "mattersVisibleTo(db, actor).innerJoin('contracts', 'a', 'b')",
    /access\.ts selects/,
  ],
  ['server/records/a.ts', '// A.\nsql`select r.id from ${sql.table(kind.table)} as r`', /access\.ts selects/],
  ['server/tasks/queries.ts', "tasks.leftJoin('matter_members as m', 'a', 'b')", /access\.ts selects/],
  [
    'server/matters/queries.ts',
    'sql`(select c.id from contracts c where c.matter_id = matters.id)`',
    /access\.ts selects/,
  ],
  [
    'server/tasks/queries.ts',
    'sql`select 1 from tags t\n  join matters m on m.id = t.matter_id`',
    /access\.ts selects/,
  ],
  [
    'server/tasks/queries.ts',
    'sql`exists (\n  select 1 from (select id from matters) as m)`',
    /access\.ts selects/,
  ],
  ['server/matters/commands/a.ts', 'return matter as Matter & MayChange', /forges/],
  ['server/matters/commands/a.ts', 'return <Matter & MayChange>(matter)', /forges/],
  ['server/platform/a.ts', "// A.\nconst kinds = ['matter', 'contract']", /platform knows no record/],
  ['server/platform/a.ts', '// A.\nsql`select matter_id from tasks`', /platform knows no record/],
  ['server/matters/matter.ts', "const level = process.env['LEVEL']", /settings are parsed once/],
  ['server/matters/matter.ts', "if (version === 'v2') return", /which version it serves/],
  ['server/matters/commands/a.ts', 'const now = new Date()', /one clock/],
  ['server/matters/v1/a.ts', 'const late = Date.now() > 5', /one clock/],
  ['server/matters/commands/a.ts', 'sql`select now()`', /one clock/],
  ['server/a/b.ts', '// A.\nconst titles: Record<string, string> = { a: "A" }', /inherits names/],
  ['server/a/b.ts', '// A.\nconst found: Readonly<Record<string, B>> = {}', /inherits names/],
  ['server/a/b.ts', '// A.\nreturn columns[name as Name]', /inherits names/],
  ['web/src/features/a.tsx', 'x\n'.repeat(301), /300 lines/],
  ['test/clock.ts', 'x\n'.repeat(301), /300 lines/],
  ['server/matters/matter.ts', `// ${'long '.repeat(24)}`, /at most 120 characters/],
  ['server/matters/matter.ts', 'export const a = 1', /opens with a comment/],
  ['server/matters/matter.ts', '// A.\n\nexport function a() {}', /doc comment/],
  ['server/matters/matter.ts', '// A.\n// b\nexport const a = (b: string) => b', /doc comment/],
  ['server/matters/matter-helpers.ts', '// A.', /says what the thing is/],
  ['server/matters/index.ts', '// A.', /says what the thing is/],
  ['server/matters/matterUsers.ts', '// A.', /says what the thing is/],
  ['bench/lists.ts', "// A.\nfork(new URL('parts/gone.ts', import.meta.url))", /follows new URL/],
  ['web/src/features/a.tsx', "// A.\nimport { NumberInput } from '@mantine/core'", /one reader/],
  ['web/src/features/a.ts', "// A.\nimport { useDebouncedValue } from '@mantine/hooks'", /a pause counts/],
  [
    'web/src/features/a.tsx',
    "// A.\nnew Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })",
    /September is the same/,
  ],
  ['web/src/features/a.ts', "// A.\nconst title = 'Other party'", /counterparty/],
  ['test/e2e/a.test.ts', "expect(await page.getByText('A').count()).toBe(0)", /everything is absent/],
  ['test/e2e/a.test.ts', 'expect(await page.locator(a).isVisible()).toBe(false)', /everything is absent/],
  ['test/e2e/a.test.ts', 'expect(await part.innerText()).not.toContain(secret)', /everything is absent/],
  ['server/matters/matter.ts', '// A.\n// TODO mend this', /open end/],
  ['server/matters/matter.ts', '// A.\nconst a = b as any', /trust an any/],
  ['server/matters/matter.ts', '// A.\n// @ts-ignore', /trust an any/],
  ['server/matters/matter.ts', '// A.\nconst b = 1\n// oxlint-disable-next-line eqeqeq', /linter is wrong/],
  ['server/matters/matter.ts', '// A.\n/* oxlint-disable eqeqeq */', /linter is wrong/],
]

test.each(planted)('%s may not hold %j', (path, text, sentence) => {
  expect(wrongInSources([sourceFile(path, text)]).join('\n')).toMatch(sentence)
})

test('every rule is tried above', () => {
  const untried = sourceRules.filter(
    ({ sentence }) => !planted.some(([, , pattern]) => pattern.test(sentence)),
  )
  expect(untried.map(({ sentence }) => sentence)).toEqual([])
})

test.each([
  ['server/records/access.ts', "// A.\nconst a = db.selectFrom('matters')\nreturn a as Matter & MayChange"],
  ['server/matters/queries.ts', "// A.\nmattersVisibleTo(db, actor).innerJoin('tags', 'a', 'b')"],
  [
    'server/matters/queries.ts',
    "// A.\n// not through access.ts: counts for the invoice of all\ndb.selectFrom('contracts')",
  ],
  [
    'server/matters/queries.ts',
    '// A.\n// not through access.ts: the caller sees the matter\nsql`(select c.id\n  from tags t\n  join x on y\n  join z on y\n  join contracts c on c.id = t.id)`',
  ],
  ['server/matters/queries.ts', "// A.\n// db.selectFrom('contracts') would show too much"],
  ['server/matters/matter.test.ts', "db.selectFrom('matters')"],
  ['server/matters/queries.ts', '// A.\nconst now = app.clock.now()\nconst day = new Date(now)'],
  ['server/matters/queries.ts', '// A.\n// real time: a lease of the object store\nconst at = Date.now()'],
  ['server/matters/matter.ts', '// A.\n/** What a is. */\nexport const a = (b: string) => b'],
  ['server/matters/matter.ts', '// A.\n// TODO(#12) mend this'],
  ['server/matters/matter.ts', '// A.\nconst index = version === 3'],
  ['test/e2e/a.test.ts', '// not at rest: the answer is held\nexpect(await rows.count()).toBe(0)'],
  ['test/e2e/a.test.ts', 'expect(await a.b()).toBe(1)\nawait expect.poll(() => rows.count()).toBe(0)'],
])('%s may hold %j', (path, text) => {
  expect(wrongInSources([sourceFile(path, text)])).toEqual([])
})
