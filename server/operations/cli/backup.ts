// `chancery backup`: make, restore, verify, list and prune backups.
import { Command } from 'commander'

/** The command with its subcommands, for chancery.ts to add. */
export const backupCommand = () =>
  new Command('backup')
    .description(
      'make backups of database and files while the server is running, and restore, verify, list or prune them',
    )
    .addCommand(createCommand())
    .addCommand(restoreCommand())
    .addCommand(verifyCommand())
    .addCommand(listCommand())
    .addCommand(pruneCommand())
    .addHelpText(
      'after',
      `
A place is a folder or s3://bucket/prefix; without one, CHANCERY_BACKUP_PLACE is meant. The passphrase of an
encrypted place is read from CHANCERY_BACKUP_PASSPHRASE_FILE or CHANCERY_BACKUP_PASSPHRASE, or asked for.

Examples:
  $ node bin/chancery.mjs backup create /backup/chancery --encrypt
  $ node bin/chancery.mjs backup verify /backup/chancery
  $ CHANCERY_STATE_DIR=/tmp/rehearsal node bin/chancery.mjs backup restore /backup/chancery`,
    )

const actions = () => import('./actions/backup-actions.ts')
const place = '[place]'
const which = 'a folder or s3://bucket/prefix'

const createCommand = () =>
  new Command('create')
    .argument(place, which)
    .option('--encrypt', 'encrypt a new place with a passphrase, which is prompted for')
    .description('make a backup; file contents already in the place are not copied again')
    .addHelpText(
      'after',
      `
The server may run meanwhile. If the command is interrupted, run it again. The encryption key (encryption.key) is part of
encrypted backups only; keep it yourself otherwise. The exit code is 1 when files of the installation were lost before.

Examples:
  $ node bin/chancery.mjs backup create /backup/chancery
  $ CHANCERY_BACKUP_PASSPHRASE_FILE=/etc/chancery/passphrase node bin/chancery.mjs backup create s3://backups/chancery`,
    )
    .action(async (address: string | undefined, { encrypt }: { encrypt?: boolean }) =>
      (await actions()).create(address, encrypt === true),
    )

const restoreCommand = () =>
  new Command('restore')
    .argument(place, which)
    .option('--backup <id>', 'the id of the backup (default: the newest)')
    .option('--without-key', 'the encryption key is lost: replace everything sealed with it')
    .option('--accept-loss', 'continue without files whose contents are damaged in the backup')
    .description('restore into the configured database and storage, which must be empty')
    .addHelpText(
      'after',
      `
The settings say where to: CHANCERY_STATE_DIR or DATABASE_URL for the database, the same or CHANCERY_S3_BUCKET for
files. If the command is interrupted, run it again: it goes on. Notifications and mails that were still to be sent when the
backup was made are not sent.

Examples:
  $ CHANCERY_STATE_DIR=/var/lib/chancery node bin/chancery.mjs backup restore /backup/chancery
  $ CHANCERY_STATE_DIR=/tmp/rehearsal node bin/chancery.mjs backup restore /backup/chancery --backup 2026-11-21T02-30-00-412Z-1c9f`,
    )
    .action(
      async (
        address: string | undefined,
        wishes: { backup?: string; withoutKey?: boolean; acceptLoss?: boolean },
      ) => (await actions()).restore(address, wishes),
    )

const verifyCommand = () =>
  new Command('verify')
    .argument(place, which)
    .option('--backup <id>', 'only this backup')
    .description('read backups and compare everything with its hash; changes nothing')
    .addHelpText(
      'after',
      `
One line for each thing that is missing or damaged, then a summary. The exit code is 1 when there is one.

Example:
  $ node bin/chancery.mjs backup verify /backup/chancery`,
    )
    .action(async (address: string | undefined, { backup }: { backup?: string }) =>
      (await actions()).verify(address, backup),
    )

const listCommand = () =>
  new Command('list')
    .argument(place, which)
    .description('list the backups in a place, oldest first')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs backup list /backup/chancery')
    .action(async (address: string | undefined) => (await actions()).list(address))

const pruneCommand = () =>
  new Command('prune')
    .argument(place, which)
    .option('--keep <n>', 'how many to keep (default: CHANCERY_BACKUP_KEEP)')
    .option('--keep-days <n>', 'how many days to keep them (default: CHANCERY_BACKUP_KEEP_DAYS)')
    .description('remove old backups and the contents no longer needed; the newest one is always kept')
    .addHelpText(
      'after',
      `
A backup goes when it is beyond the number or older than the days.

Example:
  $ node bin/chancery.mjs backup prune /backup/chancery --keep 30 --keep-days 90`,
    )
    .action(async (address: string | undefined, wishes: { keep?: string; keepDays?: string }) =>
      (await actions()).prune(address, wishes),
    )
