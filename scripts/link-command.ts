// The installed command `chancery`: a link to bin/chancery, which finds everything else from where it really is.
import { lstatSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../bin/chancery', import.meta.url))

/**
 * Links the command `chancery` in this folder and returns the path of the link. Replaces a link that is there; throws
 * if it is anything else.
 */
export function linkCommand(folder: string): string {
  const link = join(resolve(folder), 'chancery')
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink()) {
    throw new Error(`${link} is not a link, so it was left as it is. Remove it, or name another folder.`)
  }
  if (found && readlinkSync(link) === program) return link
  // never without a command while servers and people use it
  const aside = `${link}.${process.pid}`
  symlinkSync(program, aside)
  renameSync(aside, link)
  return link
}
