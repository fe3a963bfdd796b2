// `chancery backup`: make backups, restore one, read them again, list and prune them.
import { Command } from 'commander'

/** The command with its subcommands, for chancery.ts to add. */
export const backupCommand = () =>
  new Command('backup')
    .description(
      'make backups of database and files while the server runs, and restore, verify, list, prune them',
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
  $ npx chancery backup create /backup/chancery --encrypt
  $ npx chancery backup verify /backup/chancery
  $ CHANCERY_STATE_DIR=/tmp/rehearsal npx chancery backup restore /backup/chancery`,
    )

const work = () => import('./actions/backup-actions.ts')
const place = '[place]'
const which = 'a folder or s3://bucket/prefix'

const createCommand = () =>
  new Command('create')
    .argument(place, which)
    .option('--encrypt', 'encrypt a new place with a passphrase that is asked for')
    .description('make a backup; contents of files that the place has already are not copied again')
    .addHelpText(
      'after',
      `
The server may run meanwhile. If the command is interrupted, run it again. The encryption key (encryption.key) is part of
encrypted backups only; keep it yourself otherwise. The exit code is 1 when files of the installation were lost before.

Examples:
  $ npx chancery backup create /backup/chancery
  $ CHANCERY_BACKUP_PASSPHRASE_FILE=/etc/chancery/passphrase npx chancery backup create s3://backups/chancery`,
    )
    .action(async (address: string | undefined, { encrypt }: { encrypt?: boolean }) =>
      (await work()).create(address, encrypt === true),
    )

const restoreCommand = () =>
  new Command('restore')
    .argument(place, which)
    .option('--backup <id>', 'which one; the newest unless given')
    .option('--without-key', 'the encryption key is lost: replace what was sealed with it')
    .option('--accept-loss', 'go on without files whose contents are damaged in the backup')
    .description('restore into where the settings point, which must be empty')
    .addHelpText(
      'after',
      `
The settings say where to: CHANCERY_STATE_DIR or DATABASE_URL for the database, the same or CHANCERY_S3_BUCKET for
files. If the command is interrupted, run it again: it goes on. Notifications and mails that were still to be sent when the
backup was made are not sent.

Examples:
  $ CHANCERY_STATE_DIR=/var/lib/chancery npx chancery backup restore /backup/chancery
  $ CHANCERY_STATE_DIR=/tmp/rehearsal npx chancery backup restore /backup/chancery --backup 2026-11-21T02-30-00-412Z-1c9f`,
    )
    .action(
      async (
        address: string | undefined,
        wishes: { backup?: string; withoutKey?: boolean; acceptLoss?: boolean },
      ) => (await work()).restore(address, wishes),
    )

const verifyCommand = () =>
  new Command('verify')
    .argument(place, which)
    .option('--backup <id>', 'only this one')
    .description('read backups again and compare everything with its hash; changes nothing')
    .addHelpText(
      'after',
      `
One line for each thing that is missing or damaged, then a summary. The exit code is 1 when there is one.

Example:
  $ npx chancery backup verify /backup/chancery`,
    )
    .action(async (address: string | undefined, { backup }: { backup?: string }) =>
      (await work()).verify(address, backup),
    )

const listCommand = () =>
  new Command('list')
    .argument(place, which)
    .description('list the backups of a place, the oldest first')
    .addHelpText('after', '\nExample:\n  $ npx chancery backup list /backup/chancery')
    .action(async (address: string | undefined) => (await work()).list(address))

const pruneCommand = () =>
  new Command('prune')
    .argument(place, which)
    .option('--keep <n>', 'how many to keep; CHANCERY_BACKUP_KEEP unless given')
    .option('--keep-days <n>', 'for how many days to keep them; CHANCERY_BACKUP_KEEP_DAYS unless given')
    .description('remove old backups and the contents that none needs any more; the newest one always stays')
    .addHelpText(
      'after',
      `
A backup goes when it is beyond the number or older than the days.

Example:
  $ npx chancery backup prune /backup/chancery --keep 30 --keep-days 90`,
    )
    .action(async (address: string | undefined, wishes: { keep?: string; keepDays?: string }) =>
      (await work()).prune(address, wishes),
    )
