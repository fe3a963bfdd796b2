// Adds to package-lock.json the optional packages of other platforms that npm left out because the current registry
// lacks them: without an entry `npm ci` reports the lock file as out of sync and fails on every machine. Run it after
// `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))

let added = 0
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    const words = name.split(/[/-]/)
    const os = words.find((word) => systems.includes(word))
    const cpu = words.find((word) => processors.includes(word))
    if (lock.packages[key] || !os || !cpu || !/^\d/.test(version)) continue
    lock.packages[key] = {
      version,
      cpu: [cpu],
      dev: entry.dev,
      libc: libcOf(words),
      optional: true,
      os: [os],
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} optional packages of other platforms added to package-lock.json\n`)

function libcOf(words) {
  if (words.some((word) => word.startsWith('musl'))) return ['musl']
  return words.some((word) => word.startsWith('gnu')) ? ['glibc'] : undefined
}
