// The entry point of a server process: `npm start`. The work is in start.ts; this file only finds the program,
// prints errors and sets the exit code.
import { loadProgram } from './bundle.ts'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 22) {
  console.error(
    'Chancery runs on Node 24, which it installs itself: start it with `npm start` in its folder.',
  )
  process.exit(1)
}

try {
  const { run } = await loadProgram()
  await run()
} catch (error) {
  const detailed = /debug|trace/.test(process.env['CHANCERY_LOG_LEVEL'] ?? '')
  console.error(error instanceof Error && !detailed ? error.message : error)
  process.exit(1)
}
