// `npm run client-test`: clients that generators make of openapi/v2.json compile, and have types of their own for what
// integrators handle. The generators are packages of test/clients, which has a lock file of its own: they need another
// TypeScript than the product, and are twice as large as all of its tools.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../test/clients/', import.meta.url))
const installed = `${folder}node_modules/.installed.json`

if (!isInstalled()) {
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  copyFileSync(`${folder}package-lock.json`, installed)
}
run(process.execPath, ['make.mjs'])

function isInstalled(): boolean {
  return (
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === readFileSync(`${folder}package-lock.json`, 'utf8')
  )
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
