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
  $ npx chancery start
  $ PORT=9000 CHANCERY_STATE_DIR=/var/lib/chancery npx chancery start
  $ CHANCERY_STATE_DIR=/tmp/rehearsal PORT=8081 npx chancery start --offline`,
    )
    .action(async ({ offline }: { offline?: boolean }) =>
      (await import('../process/start.ts')).start({
        ...process.env,
        ...(offline ? { CHANCERY_OFFLINE: 'yes' } : {}),
      }),
    )
