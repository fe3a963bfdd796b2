// `chancery seed`: creates the demo organisations in a sandbox that has none, or a large organisation for testing.
import { Command, InvalidArgumentError } from 'commander'
import { withSandbox } from './installation.ts'

/** The command, for chancery.ts to add. */
export const seedCommand = () =>
  new Command('seed')
    .description('sandbox only: create the demo organisations, reset them, or create a large one')
    .option('--reset', 'put the demo back to its first state')
    .option('--size <n>', 'create an organisation with this many matters and this many contracts', sizeOf)
    .addHelpText(
      'after',
      `
The first start of a sandbox on an empty database makes the demo organisations by itself. What is there stays as it is; what
is missing of them is made again. With --size another organisation is made beside them, whose matters and contracts
have no documents and no history: to see how lists, searches and integrations behave when it is full.

With --reset everything in the organisations of the demo is removed and made again, and the clock returns to real time. Accounts,
sessions, tokens and integration clients with their secrets stay; people whom the demo does not have go.

Examples:
  $ node bin/chancery.mjs seed
  $ node bin/chancery.mjs seed --reset
  $ node bin/chancery.mjs seed --size 10000`,
    )
    .action(({ size, reset }: { size?: number; reset?: true }) => {
      if (size !== undefined && reset) throw new Error('Use either --size or --reset, not both.')
      if (reset) return resetDemo()
      return size === undefined ? seedDemo() : seedOfSize(size)
    })

async function resetDemo(): Promise<void> {
  const { demoPassword } = await import('../../sandbox/demo/plans/core-records.ts')
  const { organisations, removedPeople } = await withSandbox(async (app) =>
    (await import('../../sandbox/reset.ts')).resetSandbox(app),
  )
  const names = organisations.map(({ name }) => name).join(', ')
  console.log(`${names} are as at first; every password is ${demoPassword}.`)
  if (removedPeople > 0) console.log(`${removedPeople} people whom the demo does not have were removed.`)
}

async function seedDemo(): Promise<void> {
  const { ensureDemo } = await import('../../sandbox/demo/ensure-demo.ts')
  const { demoPassword, people } = await import('../../sandbox/demo/plans/core-records.ts')
  await withSandbox((app) =>
    ensureDemo(app, { asked: true, onProgress: (message) => console.error(message) }),
  )
  console.log(`The demo has been created. Accounts (password ${demoPassword}):`)
  for (const { email, role, shows } of people) console.log(`  ${email.padEnd(28)} ${role}: ${shows}`)
}

async function seedOfSize(size: number): Promise<void> {
  const { seedLarge } = await import('../../sandbox/demo/large/seed-large.ts')
  const { stepsPerSize } = await import('../../sandbox/demo/large/write-records.ts')
  const { demoPassword } = await import('../../sandbox/demo/plans/core-records.ts')
  const { default: progress } = await import('cli-progress')
  const bar = new progress.SingleBar({
    format: '{bar} {percentage} % {eta_formatted} left',
    hideCursor: true,
    stopOnComplete: true,
  })
  const made = await withSandbox((app) => {
    bar.start(size * stepsPerSize, 0)
    return seedLarge(app, { size, onProgress: (done, of) => bar.update(Math.min(done, of)) })
  }).finally(() => bar.stop())
  console.log(`"${made.name}" has ${size} matters and ${size} contracts.`)
  console.log(`Its administrator: ${made.email}, password ${demoPassword}`)
}

// more would not fit below the largest id together with later records
const largest = 10_000_000

function sizeOf(text: string): number {
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1 || size > largest) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${largest}.`)
  }
  return size
}
