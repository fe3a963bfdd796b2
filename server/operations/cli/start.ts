// `chancery start`: what `npm start` does.
import { Command } from 'commander'

/** The command, for chancery.ts to add. */
export const startCommand = () =>
  new Command('start')
    .description('start the server: database, migrations, web app, API')
    .option(
      '--offline',
      'rehearse on a restored copy: nothing is sent, no background work, nothing is removed',
    )
    .addHelpText(
      'after',
      `
Its settings are environment variables: docs/configuration.md. SIGTERM or Ctrl-C stops it.

Examples:
  $ node bin/chancery.mjs start
  $ PORT=9000 CHANCERY_STATE_DIR=/var/lib/chancery node bin/chancery.mjs start
  $ CHANCERY_STATE_DIR=/tmp/rehearsal PORT=8081 node bin/chancery.mjs start --offline`,
    )
    .action(async ({ offline }: { offline?: boolean }) => {
      const [{ start }, { endWith }] = await Promise.all([
        import('../process/start.ts'),
        import('../process/report.ts'),
      ])
      const environment = { ...process.env, ...(offline ? { CHANCERY_OFFLINE: 'yes' } : {}) }
      await start(environment).catch((error: unknown) => endWith(error, environment))
    })
