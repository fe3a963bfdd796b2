// `chancery organisation`: exporting and deleting organisations, for the operator.
import { Command } from 'commander'
import { withApp } from './installation.ts'

const loadActions = () => import('./actions/organisation-actions.ts')

/** The command with its subcommands, for chancery.ts to add. */
export const organisationCommand = () =>
  new Command('organisation')
    .description(
      'organisations: export, verify-export, import, compare-export, delete, cancel-deletion, certificate',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ node bin/chancery.mjs organisation export Harbour --to /backup/harbour.zip
  $ node bin/chancery.mjs organisation delete Harbour --reason "The contract ended"`,
    )
    .addCommand(exportCommand())
    .addCommand(verifyCommand())
    .addCommand(importCommand())
    .addCommand(compareCommand())
    .addCommand(deleteCommand())
    .addCommand(cancelCommand())
    .addCommand(certificateCommand())

const exportCommand = () =>
  new Command('export')
    .argument('<name or id>')
    .description('write everything of an organisation to a zip archive')
    .requiredOption('--to <file>', 'where to write it; an existing file is not overwritten')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs organisation export Harbour --to /backup/harbour.zip',
    )
    .action(async (organisation: string, { to }: { to: string }) => {
      const { exportTo } = await loadActions()
      const exported = await withApp((app) => exportTo(app, organisation, to))
      console.log(`Exported ${organisation} to ${to}: ${contentsOf(exported)}`)
    })

const verifyCommand = () =>
  new Command('verify-export')
    .argument('<file>')
    .description('check that an export is whole: everything that its manifest names, and nothing else')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs organisation verify-export /backup/harbour.zip',
    )
    .action(async (file: string) => {
      const { verifyExport } = await loadActions()
      console.log(`Whole: ${contentsOf(await verifyExport(file))}`)
    })

const importCommand = () =>
  new Command('import')
    .argument('<file>')
    .description('take an exported organisation into an empty installation of the same version, with its ids')
    .addHelpText(
      'after',
      `
Passwords and other secrets are in no export: people sign in by single sign-on, or with a password that you set. Started
again after an interruption, it does not store what is there already.

Example:
  $ node bin/chancery.mjs organisation import /backup/harbour.zip`,
    )
    .action(async (file: string) => {
      const { importFrom } = await loadActions()
      console.log(`Imported: ${contentsOf(await withApp((app) => importFrom(app, file)))}`)
    })

const compareCommand = () =>
  new Command('compare-export')
    .argument('<file>')
    .description('compare an export with this installation: every row, and every byte of every file')
    .addHelpText(
      'after',
      '\nExample:\n  $ node bin/chancery.mjs organisation compare-export /backup/harbour.zip',
    )
    .action(async (file: string) => {
      const { compareExport } = await loadActions()
      const { rows, contents, differences } = await withApp((app) => compareExport(app, file))
      for (const difference of differences) console.log(difference)
      if (differences.length > 0) throw new Error(`The export and this installation differ: see above.`)
      console.log(`Equal: ${rows} rows and ${contents} contents.`)
    })

interface Exported {
  readonly rows: number
  readonly contents: number
  readonly missing: readonly { readonly key: string; readonly reason: string }[]
}

const contentsOf = ({ rows, contents, missing }: Exported) =>
  [
    `${rows} rows and ${contents} contents.`,
    ...missing.map(({ key, reason }) => `Without the content ${key}: ${reason}`),
  ].join('\n')

const deleteCommand = () =>
  new Command('delete')
    .argument('<name or id>')
    .description('delete an organisation in 30 days, with everything in it; needs a recent export')
    .requiredOption('--reason <text>', 'why; the certificate keeps it')
    .addHelpText(
      'after',
      `
Its administrators get a mail and can cancel it until then. A legal hold keeps everything.

Example:
  $ node bin/chancery.mjs organisation delete Harbour --reason "The contract ended"`,
    )
    .action(async (organisation: string, { reason }: { reason: string }) => {
      const { askForDeletion } = await loadActions()
      const { dueAt } = await withApp((app) => askForDeletion(app, organisation, reason))
      console.log(`${organisation} will be deleted after ${dueAt.toISOString()}.`)
    })

const cancelCommand = () =>
  new Command('cancel-deletion')
    .argument('<name or id>')
    .description('keep an organisation whose deletion was asked for')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs organisation cancel-deletion Harbour')
    .action(async (organisation: string) => {
      const { cancel } = await loadActions()
      await withApp((app) => cancel(app, organisation))
      console.log(`${organisation} will not be deleted.`)
    })

const certificateCommand = () =>
  new Command('certificate')
    .argument('<id>')
    .description('what was removed of a deleted organisation, and what is left of it now')
    .addHelpText('after', '\nExample:\n  $ node bin/chancery.mjs organisation certificate 12')
    .action(async (id: string) => {
      const { certificateOf } = await loadActions()
      console.log(JSON.stringify(await withApp((app) => certificateOf(app, Number(id))), null, 2))
    })
