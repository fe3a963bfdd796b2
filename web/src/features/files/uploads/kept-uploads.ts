// Uploads that were begun in this tab, by their file: after a reload, choosing the same file again continues where it
// stopped.

const STORED = 'chancery.uploads'

type Kept = Record<string, string>

/** What distinguishes a file from others: of one that was changed since, another content would follow. */
export const printOf = ({ name, size, lastModified }: File): string => `${lastModified} ${size} ${name}`

/** Those that were not finished when the page was left. */
export const leftBehind: readonly { readonly print: string; readonly name: string }[] = Object.keys(
  read(),
).map((print) => ({ print, name: print.split(' ').slice(2).join(' ') }))

/** Remembers the address at which a file is being sent. */
export function keepUpload(file: File, url: string): void {
  write({ ...read(), [printOf(file)]: url })
}

/** The address of an upload of this file that was begun before, to be gone on with by the caller only. */
export function takeUpload(file: File): string | null {
  const url = read()[printOf(file)] ?? null
  forgetUpload(file)
  return url
}

/** For a file that has arrived, or is not wanted any more. */
export function forgetUpload(file: File): void {
  const { [printOf(file)]: gone, ...others } = read()
  if (gone !== undefined) write(others)
}

function read(): Kept {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORED) ?? '{}') as Kept
  } catch {
    return {}
  }
}

function write(kept: Kept): void {
  try {
    window.sessionStorage.setItem(STORED, JSON.stringify(kept))
  } catch {
    // full or switched off: after a reload it starts again
  }
}
