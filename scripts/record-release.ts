// `npm run record-release`: keeps what this version writes and returns in test/fixtures/releases, so that later
// versions can be tried on it. Run once for each release, on the commit that is released.
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { recordRelease } from '../test/production/recorded-release.ts'

const root = new URL('../', import.meta.url)
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string }
const archive = fileURLToPath(new URL(`test/fixtures/releases/${version}.tgz`, root))
if (existsSync(archive)) {
  console.error(`${version} has been recorded: ${archive}. Set the next version in package.json first.`)
  process.exit(1)
}
await recordRelease(version, archive)
console.log(`${archive} (${Math.ceil((await stat(archive)).size / 1024)} KiB): add it to the commit.`)
