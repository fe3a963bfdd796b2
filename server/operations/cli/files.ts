// `chancery files`: checking that every file has its contents, removing contents without a file, and the bin.
import { Command } from 'commander'
import type { CheckProgress } from '../../files/contents/integrity-check.ts'
import type { Finding } from '../../files/contents/sweep.ts'
import { withApp } from './installation.ts'

/** The command, for chancery.ts to add. */
export const filesCommand = () =>
  new Command('files')
    .description(
      'check the stored contents of files, remove orphaned contents, and manage the bin of deleted files',
    )
    .addCommand(verifyCommand())
    .addCommand(damagedCommand())
    .addCommand(sweepCommand())
    .addCommand(adoptCommand())
    .addCommand(binCommand())
    .addCommand(restoreCommand())
    .addCommand(purgeCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs files verify
  $ node bin/chancery.mjs files damaged
  $ node bin/chancery.mjs files sweep
  $ node bin/chancery.mjs files bin --as admin@harbour.example
  $ node bin/chancery.mjs files restore 17 --as admin@harbour.example`,
    )

const verifyCommand = () =>
  new Command('verify')
    .description('read all contents and compare them with their recorded hashes; changes nothing')
    .addHelpText(
      'after',
      `
One line for each finding, then a summary. The exit code is 1 when a file has lost its contents or they were
altered. Bytes that belong to no file are no damage: the server removes them within about an hour.

Example:
  $ node bin/chancery.mjs files verify`,
    )
    .action(async () => {
      const { checked, findings } = await withApp(async (app) => {
        const { verifyStorage } = await import('../../files/contents/sweep.ts')
        return verifyStorage(app)
      })
      for (const finding of findings) console.log(lineOf(finding))
      const count = (problem: Finding['problem']) =>
        findings.filter((each) => each.problem === problem).length
      const [missing, damaged, orphans] = [count('missing'), count('damaged'), count('orphan')]
      console.log(`${checked} contents: ${missing} missing, ${damaged} damaged; ${orphans} belong to no file`)
      if (missing + damaged > 0) process.exitCode = 1
    })

const damagedCommand = () =>
  new Command('damaged')
    .description("list contents known to be missing or damaged, and the progress of the server's own check")
    .addHelpText(
      'after',
      `
The server reads all contents again once in CHANCERY_FILE_CHECK_DAYS, and notices damage when a file is downloaded.
Put the content back under its key, from a backup; the server sees within two minutes that it is right again.
The exit code is 1 when something is listed.

Example:
  $ node bin/chancery.mjs files damaged`,
    )
    .action(async () => {
      const { damages, progress } = await withApp(async (app) => {
        const { listDamaged } = await import('./actions/files-actions.ts')
        return listDamaged(app)
      })
      for (const damage of damages) console.log(`${lineOf(damage)}, found ${damage.foundAt.toISOString()}`)
      console.log(`${damages.length} known to be missing or damaged`)
      console.error(textOf(progress))
      if (damages.length > 0) process.exitCode = 1
    })

function textOf({ beganAt, endedAt, contents, bytes }: CheckProgress): string {
  if (!beganAt) return 'The server has not checked its contents yet.'
  const read = `${contents} contents, ${Math.round(bytes / 1e6)} MB`
  const began = beganAt.toISOString()
  return endedAt
    ? `The last check started ${began} and ended ${endedAt.toISOString()}: ${read}.`
    : `A check has been running since ${began}: ${read} so far.`
}

const sweepCommand = () =>
  new Command('sweep')
    .description('remove contents that belong to no file now, as the server does every hour')
    .addHelpText(
      'after',
      `
What is younger than an hour stays, because its upload may be under way.

Example:
  $ node bin/chancery.mjs files sweep`,
    )
    .action(async () => {
      const { removed, refused } = await withApp(async (app) => {
        const { sweepStorage } = await import('../../files/contents/sweep.ts')
        return sweepStorage(app)
      })
      if (refused !== undefined) throw new Error(`Nothing was removed. ${refused}`)
      console.log(`${removed} removed`)
    })

const adoptCommand = () =>
  new Command('adopt')
    .description('assign the storage to this database, after a restore or a change of database')
    .option('--confirm', 'do it; without this option the command only shows what would happen')
    .addHelpText(
      'after',
      `
The server removes contents only from a storage that belongs to its database. When it says that the storage belongs
to another or a newer database, first make sure that no other server uses the storage. After the adoption, contents
that this database does not know are removed within an hour or so.

Examples:
  $ node bin/chancery.mjs files adopt
  $ node bin/chancery.mjs files adopt --confirm`,
    )
    .action(async ({ confirm }: { confirm?: boolean }) => {
      const { adoptStorage } = await import('./actions/files-actions.ts')
      const { unknown, done } = await withApp((app) => adoptStorage(app, confirm === true))
      const those = `${unknown} contents in the storage that this database does not reference`
      console.log(
        done
          ? `The storage now belongs to this database. The server removes ${those}.`
          : `There are ${those}: they would be removed. Add --confirm to adopt the storage.`,
      )
    })

const whoseBin = '--as <email>'
const administrator = 'the administrator on whose behalf it is done'

const binCommand = () =>
  new Command('bin')
    .description('list the bin of an organisation')
    .requiredOption(whoseBin, administrator)
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs files bin --as admin@harbour.example')
    .action(async ({ as }: { as: string }) => {
      const { listDeleted } = await import('./actions/files-actions.ts')
      const entries = await withApp((app) => listDeleted(app, as))
      for (const { id, name, isFolder, deletedAt, deletedBy } of entries) {
        console.log(`${id}  ${deletedAt.toISOString()}  ${deletedBy}  ${isFolder ? `${name}/` : name}`)
      }
      if (entries.length === 0) console.error('The bin is empty.')
    })

const restoreCommand = () =>
  new Command('restore')
    .argument('<id>', 'the id shown by files bin')
    .description('restore a file, or a folder with everything deleted with it, from the bin')
    .requiredOption(whoseBin, `${administrator}; they must see the matter or contract`)
    .addHelpText(
      'after',
      `
It comes back to where it was; where its folder is gone, to the one above; where its name is taken, with a number.

Example:
  $ node bin/chancery.mjs files restore 17 --as admin@harbour.example`,
    )
    .action(async (id: string, { as }: { as: string }) => {
      const { restoreDeleted } = await import('./actions/files-actions.ts')
      const { name } = await withApp((app) => restoreDeleted(app, as, Number(id)))
      console.log(`restored as ${name}`)
    })

const purgeCommand = () =>
  new Command('purge')
    .description(
      'permanently remove files that have been in the bin for CHANCERY_BIN_DAYS, as the server does every hour',
    )
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs files purge')
    .action(async () => {
      const { purged } = await withApp(async (app) => {
        const { purgeBin } = await import('../../files/commands/purge-bin.ts')
        return purgeBin(app)
      })
      console.log(`${purged} purged`)
    })

function lineOf({ problem, key, organisationId, fileId, version }: Finding): string {
  const file = fileId === undefined ? '' : ` version ${version} of file ${fileId}`
  return `${problem}: organisation ${organisationId}${file}, ${key}`
}
