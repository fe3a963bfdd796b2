// `npm run profile -- <name>`: the CPU profile of one kind of request. Starts a server as users do, makes an
// organisation, sends the request over and over, and prints the time of each request by what it was spent for:
// packages, Node, GC and our own folders. The profile itself is written to a file that the developer tools of a browser
// open.
//
//
//   npm run profile                                      the names
//   npm run profile -- 'matter v1, create'               one of them; the beginning of a name is enough
//   npm run profile -- 'matter v1' --size 100000 --seconds 10
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedOrganisation, type Organisation } from '../bench/parts/asking.ts'
import { type CpuProfile, profileDuring, timesOf } from '../bench/parts/cpu-profile.ts'
import { type Installation, startInstallation } from '../bench/parts/installation.ts'
import { readOptions } from '../bench/parts/options.ts'
import { type Asked, details, lists, quickFind, writes } from '../bench/parts/records.ts'
import { requests, startLoad } from '../bench/parts/start-load.ts'
import { endChild } from '../test/servers/end-child.ts'

const asked = (url: string, organisation: Organisation): Readonly<Record<string, Asked>> => ({
  ...details(url, organisation),
  ...lists(url, organisation),
  ...quickFind(url, organisation),
  ...writes(url, organisation),
  ...uploads(url, organisation),
})

/** A file of ten megabytes for one contract. */
function uploads(url: string, { headers, contractIds }: Organisation): Readonly<Record<string, Asked>> {
  const names = Array.from({ length: 100_000 }, (_, index) => index)
  return {
    'file, upload of 10 MB': {
      request: {
        url: `${url}/file-apis/v1/files/Contract/${contractIds[0]}?fileName=profile-%.bin`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        bytes: 10 * 1024 * 1024,
        ids: names,
      },
    },
  }
}

const nobody = {
  headers: {},
  matterIds: [],
  contractIds: [],
  id: 0,
  size: 0,
  categoryId: 0,
  templateId: 0,
  seedMs: 0,
  email: '',
}
const names = Object.keys(asked('http://localhost', nobody))

const [given, ...words] = process.argv.slice(2)
const name = names.find((each) => given !== undefined && each.startsWith(given))
if (name === undefined) {
  console.error(`npm run profile -- <name> accepts the beginning of one of:\n  ${names.join('\n  ')}`)
  process.exit(2)
}
const { size, milliseconds } = readOptions(words, { size: 20_000, seconds: 5 })
const installation = await startInstallation({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
const load = startLoad()
try {
  const organisation = await seedOrganisation(installation.app, size)
  const request = asked(installation.url, organisation)[name]?.request
  if (!request) throw new Error(`${name} is not asked`)
  const send = requests(load, request)
  // compiled code, plans and connections are those of a server that has run for a while
  await send(2_000)
  let answered = 0
  const profile = await profileDuring(inspectorOf(installation), async () => {
    answered = await send(milliseconds)
  })
  await report(profile, answered)
} finally {
  await endChild(load, () => load.disconnect())
  await installation.end()
}

function inspectorOf({ server: { output } }: Installation): string {
  const address = /Debugger listening on (ws:\S+)/.exec(output.stderr)?.[1]
  if (address === undefined) throw new Error('The server has not opened its inspector')
  return address
}

async function report(profile: CpuProfile, answered: number): Promise<void> {
  const { groups, functions } = timesOf(profile)
  const each = (microseconds: number) => (microseconds / answered).toFixed(1).padStart(9)
  const all = groups.reduce((sum, [, time]) => sum + time, 0)
  console.log(`${name}: ${answered} answers, ${each(all).trim()} microseconds each on the main thread\n`)
  for (const [group, time] of groups.slice(0, 30)) console.log(`${each(time)}  ${group}`)
  console.log('\nby function')
  for (const [place, time] of functions.slice(0, 30)) console.log(`${each(time)}  ${place}`)
  const file = join(tmpdir(), `chancery-${name?.replace(/\W+/g, '-')}.cpuprofile`)
  await writeFile(file, JSON.stringify(profile))
  console.log(`\nprofile: ${file}`)
}
