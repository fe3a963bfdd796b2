// The first free name beside one that is taken.
import type { Reader } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MaySee, Subject } from '../../platform/granted.ts'
import { findByName, namesBeginning } from '../access.ts'
import type { File } from '../file.ts'
import { freeNumber, numberedName, splitName } from './name.ts'

/** The name where it is free in the folder, else the first `name (1).ext` that is. The record must be held. */
export async function freeNameIn(
  db: Reader,
  { subject, folder }: { readonly subject: Subject & MaySee; readonly folder: File | null },
  name: string,
): Promise<string> {
  const folderId = folder?.id ?? null
  const isTaken = async (each: string) =>
    (await findByName(db, { subject, lock: false }, { folderId, name: each })) !== undefined
  if (!(await isTaken(name))) return name
  const beginning = `${splitName(name).stem} (`
  let number = freeNumber(name, await namesBeginning(db, subject, { folderId, beginning }))
  // the database may count other letters as the same; a name that had to be shortened begins otherwise
  for (const last = number + 1_000; number < last; number++) {
    const candidate = numberedName(name, number)
    if (!(await isTaken(candidate))) return candidate
  }
  throw conflict(`There are too many files named ${name} here; choose another name.`)
}
