// `chancery seed`: the demo organisations, for a sandbox that has none.
import { Command } from 'commander'
import { withSandbox } from './installation.ts'

/** The command, for chancery.ts to add. */
export const seedCommand = () =>
  new Command('seed')
    .description('sandbox only: make the demo organisations, when they are not there')
    .addHelpText(
      'after',
      `
The first start of a sandbox on an empty database makes them by itself. What is there stays as it is; what is
missing of them is made again.

Example:
  $ npx chancery seed`,
    )
    .action(async () => {
      const { ensureDemo } = await import('../demo/ensure-demo.ts')
      const { demoPassword, people } = await import('../demo/content.ts')
      await withSandbox((app) =>
        ensureDemo(app, { asked: true, onProgress: (message) => console.error(message) }),
      )
      console.log(`The demo is there. Accounts, password ${demoPassword}:`)
      for (const { email, role, shows } of people) console.log(`  ${email.padEnd(28)} ${role}: ${shows}`)
    })
