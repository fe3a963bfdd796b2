// The first step of every command: makes sure that the packages are installed, then runs the entry with the packaged
// Node 24. Runs on any Node from 20.19, so it is plain JavaScript without packages.
//
//
//   node scripts/run.mjs <entry> [args...]      entry: a program of this clone, relative to its root
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages, isWritable } from './install-packages.mjs'
import { endBy, runChild } from './run-child.mjs'
import { serverEnvironment, serverFlags } from './server-memory.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const packagedNode = join(modules, '.bin', 'node')

/** Installs missing packages, then runs the entry in place of this process, with the same exit code or signal. */
export async function run(entry, args) {
  try {
    if (isOlder(process.versions.node, '20.19.0')) {
      throw new Error(
        `Chancery needs Node 20.19 or newer, and this is Node ${process.versions.node}: https://nodejs.org/`,
      )
    }
    // the server and its commands, once they are built, need no tools
    await ensurePackages(root, say, { production: entry.startsWith('server/') })
    await handOver(chooseNode(), [resolve(root, entry), ...args])
  } catch (error) {
    say(error.message)
    process.exit(1)
  }
}

function chooseNode() {
  if (existsSync(packagedNode)) {
    if (realpathSync(packagedNode) === realpathSync(process.execPath)) return packagedNode
    const trial = spawnSync(packagedNode, ['--version'], { stdio: 'ignore' })
    if (trial.status === 0) return packagedNode
    // built for another C library than this system's; if left there, npm's search path would prefer it to the working
    // one
    if (!trial.error || trial.error.code === 'ENOENT') rmSync(packagedNode, { force: true })
  }
  if (runsTypeScript(process.versions.node)) return process.execPath
  throw new Error(
    `Chancery needs Node 24, and the packaged one is missing or does not run on this system (${process.platform} ` +
      `${process.arch}); this is Node ${process.versions.node}. Run "npm ci" if npm left it out, or install Node 24: ` +
      'https://nodejs.org/',
  )
}

async function handOver(node, args) {
  const env = {
    ...(isServer(args[0]) ? serverEnvironment : {}),
    ...process.env,
    // programs that the entry starts as `node` or by the name of a package's command also come from this clone
    PATH: [join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    ...compileCache(),
  }
  const command = [...quiet(node), ...(isServer(args[0]) ? serverFlags : []), ...args]
  // if Node can, the entry replaces this very process: no process in between that could miss a signal or be left behind
  if (process.execve) process.execve(node, [node, ...command], env)
  const { code, signal, error } = await runChild(node, command, { env })
  if (error) throw new Error(`${node} could not be started: ${error.message}`)
  if (signal) endBy(signal)
  process.exit(code)
}

// Compiled code is cached in the clone, or in the state folder if the clone belongs to another user. Never in a folder
// writable by other users, because the cached code is executed.
function compileCache() {
  if (process.env.NODE_COMPILE_CACHE) return {}
  const state = process.env.CHANCERY_STATE_DIR
  const folder = [modules, state].find((each) => each && isWritable(each))
  if (!folder) return {}
  return { NODE_COMPILE_CACHE: join(folder, folder === modules ? '.cache' : 'cache', 'compiled') }
}

// Node strips types by default since 22.18 and 23.6, before 24 with a warning.
function runsTypeScript(version) {
  return !isOlder(version, '22.18.0') && (isOlder(version, '23.0.0') || !isOlder(version, '23.6.0'))
}

const isServer = (entry) => entry === join(root, 'server', 'operations', 'process', 'main.ts')

function quiet(node) {
  const warns = node === process.execPath && isOlder(process.versions.node, '24.0.0')
  return warns ? ['--disable-warning=ExperimentalWarning'] : []
}

function isOlder(version, than) {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const differing = a.findIndex((part, place) => part !== b[place])
  return differing >= 0 && a[differing] < b[differing]
}

// synchronous: a stream's buffer would be lost when another program takes over
function say(text) {
  writeSync(2, `${text}\n`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [entry, ...args] = process.argv.slice(2)
  if (!entry) {
    say('Usage: node scripts/run.mjs <entry> [args...]')
    process.exit(2)
  }
  await run(entry, args)
}
