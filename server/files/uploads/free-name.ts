// The first free variant of a name that is taken.
import type { Reader } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { findByName, namesStartingWith } from '../access.ts'
import type { File } from '../file.ts'
import { firstFreeNumber, numberedName, splitName } from './file-name.ts'

/** The name if it is free in the folder, otherwise the first free `name (1).ext`. The record must be locked. */
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
  let number = firstFreeNumber(name, await namesStartingWith(db, subject, { folderId, beginning }))
  // the database may consider other letters equal, and a name that had to be shortened starts differently
  for (const last = number + 1_000; number < last; number++) {
    const candidate = numberedName(name, number)
    if (!(await isTaken(candidate))) return candidate
  }
  throw conflict(`There are too many files named ${name} here; choose another name.`)
}
