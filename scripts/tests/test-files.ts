// The test files of each command: test/tiers.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeRelease, heart } from '../../test/tiers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const exclude = ['**/node_modules/**']

/** Every test file, from the root of the repository. */
export const allFiles = (): readonly string[] =>
  globSync('{server,test,scripts,web}/**/*.test.{ts,tsx}', { cwd: root, exclude }).toSorted()

/** Those of `npm test`. */
export function heartFiles(): readonly string[] {
  const named = new Set(heart.flatMap(filesOf))
  return allFiles().filter((file) => named.has(file) || isPure(file))
}

/** Those of `npm run test:full`. */
export function fullFiles(): readonly string[] {
  const later = new Set(beforeRelease.flatMap(filesOf))
  return allFiles().filter((file) => !later.has(file))
}

function filesOf(glob: string): readonly string[] {
  const files = globSync(glob, { cwd: root })
  if (files.length === 0) throw new Error(`test/tiers.ts names ${glob}, and there is no such file`)
  return files
}

/** Those in the folders with differences from the main branch, and in the folders above them. */
export function changedFiles(): readonly string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const folders = new Set(changed.flatMap(foldersOf))
  return allFiles().filter((file) => changed.includes(file) || folders.has(dirname(file)))
}

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/** What a test reaches for a database, a server or a browser. */
const started = /^test\/(test-app\.ts|database\.ts|e2e\/web-app\.ts|servers\/|peers\/chromium\.ts)/
// in folders of their own, because they start programs and servers
const programs =
  /^(scripts\/|server\/platform\/postgres\/packaged\/|test\/(fuzz|kill|production|webhooks|.*-figures)\/)/

const isPure = (file: string): boolean => !programs.test(file) && !starts(file, new Set())

function starts(file: string, seen: Set<string>): boolean {
  if (started.test(file)) return true
  // the product starts nothing by itself
  if (seen.has(file) || !(file.startsWith('test/') || /\.test\.tsx?$/.test(file))) return false
  seen.add(file)
  return importsOf(file).some((each) => starts(each, seen))
}

const known = new Map<string, readonly string[]>()

function importsOf(file: string): readonly string[] {
  const read = () =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.tsx?)'/g)]
      .map(([, path = '']) => join(dirname(file), path))
      // a test of the rules of sources has imports in its texts
      .filter((path) => existsSync(join(root, path)))
  const imports = known.get(file) ?? read()
  known.set(file, imports)
  return imports
}
