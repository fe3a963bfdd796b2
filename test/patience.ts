// How long tests wait before they say that something hangs. A limit holds for a machine whose cores are free; where
// more programs want to run than there are cores, it grows with them, so that no verdict depends on what else runs.
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** So many seconds on a free machine, in milliseconds for the machine as it is now. */
export function patience(seconds: number): number {
  const crowd = Math.max(loadavg()[0] ?? 0, runningNow()) / availableParallelism()
  return 1000 * seconds * Math.min(20, Math.max(1, crowd))
}

/** How many threads run or want to, at this moment; the average of a minute does not know what has just begun. */
function runningNow(): number {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

const usualSeconds = 60

/** Files with tests that may take longer, by how their paths end. */
const longer: readonly { readonly files: RegExp; readonly seconds: number; readonly because: string }[] = [
  { files: /test\/e2e\/journeys\//, seconds: 400, because: 'a walk of many people in one test' },
  { files: /test\/e2e\/catalogue\//, seconds: 300, because: 'many pages, each in two widths and two themes' },
  { files: /test\/e2e\//, seconds: 120, because: 'a browser and a server share the cores' },
  {
    files: /test\/webhooks\//,
    seconds: 1200,
    because: 'a delivery that was answered late is tried again, for eight minutes',
  },
  { files: /test\/(kill|fuzz|production)\//, seconds: 1200, because: 'servers that are killed and set up' },
  {
    files: /server\/operations\/(process|backup|cli)\//,
    seconds: 300,
    because: 'starts servers and databases',
  },
  { files: /packaged\/|killed-server|\/scripts\//, seconds: 300, because: 'starts programs of their own' },
  {
    files: /hidden-records/,
    seconds: 300,
    because: 'the answers to every read, for five people, twice',
  },
  { files: /running-blocks/, seconds: 300, because: 'starts a server with a demo' },
]

/** What the tests of a file may take, in seconds on a free machine. */
export const secondsFor = (path: string): number =>
  longer.find(({ files }) => files.test(path))?.seconds ?? usualSeconds
