// The entry point of a server process: `npm start`. The work is in start.ts; this file only finds the program,
// prints errors and sets the exit code.
import { existsSync } from 'node:fs'
import { currentBundle } from './bundle.ts'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(
    'Chancery runs on Node 24, which it installs itself: start it with `npm start` in its folder.',
  )
  process.exit(1)
}

const detailed = /debug|trace/.test(process.env['CHANCERY_LOG_LEVEL'] ?? '')

try {
  const { run } = await loadProgram()
  await run(process.env)
} catch (error) {
  const { endWith } = await import('./report.ts')
  endWith(error, process.env)
}

/** From the bundle if there is one of the current sources; in detail, the lines in errors are those of the sources. */
async function loadProgram(): Promise<typeof import('./run.ts')> {
  const bundle = detailed ? undefined : currentBundle()
  if (bundle === undefined) return import('./run.ts')
  try {
    return (await import(bundle)) as typeof import('./run.ts')
  } catch (error) {
    // replaced by a process that started at the same time
    if (existsSync(bundle)) throw error
    return import('./run.ts')
  }
}
