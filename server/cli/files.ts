// `chancery files`: whether every file has its bytes, and the bytes that no file has.
import { Command } from 'commander'
import type { Finding } from '../files/sweep.ts'
import { withApp } from './installation.ts'

/** The command, for chancery.ts to add. */
export const filesCommand = () =>
  new Command('files')
    .description('check the stored contents of files, and remove what belongs to none')
    .addCommand(verifyCommand())
    .addCommand(sweepCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ npx chancery files verify
  $ npx chancery files sweep`,
    )

const verifyCommand = () =>
  new Command('verify')
    .description('read all contents again and compare them with what was stored; changes nothing')
    .addHelpText(
      'after',
      `
One line for each finding, then a summary. The exit code is 1 when a file has lost its contents or they were
altered. Bytes that belong to no file are no damage: the server removes them within about an hour.

Example:
  $ npx chancery files verify`,
    )
    .action(async () => {
      const { checked, findings } = await withApp(async (app) => {
        const { verifyStorage } = await import('../files/sweep.ts')
        return verifyStorage(app)
      })
      for (const finding of findings) console.log(lineOf(finding))
      const count = (problem: Finding['problem']) =>
        findings.filter((each) => each.problem === problem).length
      const [missing, damaged, orphans] = [count('missing'), count('damaged'), count('orphan')]
      console.log(`${checked} contents: ${missing} missing, ${damaged} damaged; ${orphans} belong to no file`)
      if (missing + damaged > 0) process.exitCode = 1
    })

const sweepCommand = () =>
  new Command('sweep')
    .description('remove bytes that belong to no file now, as the server does each hour')
    .addHelpText(
      'after',
      `
What is younger than an hour stays, because its upload may be under way.

Example:
  $ npx chancery files sweep`,
    )
    .action(async () => {
      const { removed } = await withApp(async (app) => {
        const { sweepStorage } = await import('../files/sweep.ts')
        return sweepStorage(app)
      })
      console.log(`${removed} removed`)
    })

function lineOf({ problem, key, organisationId, fileId, version }: Finding): string {
  const file = fileId === undefined ? '' : ` version ${version} of file ${fileId}`
  return `${problem}: organisation ${organisationId}${file}, ${key}`
}
