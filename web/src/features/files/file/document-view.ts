// What of a document is shown: which version, where in it, and what it is compared with; and how the address says so.

/** A version of a file. */
export interface VersionRef {
  readonly fileId: number
  readonly version: number
}

export interface DocumentView {
  /** Undefined is the current one. */
  readonly version?: number | undefined
  /** What that version is compared with. */
  readonly compare?: VersionRef | undefined
  /** Which of the changes between them. */
  readonly changes?: string | undefined
  readonly page?: number | undefined
  readonly find?: string | undefined
  /** Whether the text is edited. */
  readonly isEdited?: boolean | undefined
  /** The clause of the library that it is compared with, beside it. */
  readonly clause?: number | undefined
}

type Words = {
  readonly [Name in 'version' | 'compare' | 'changes' | 'page' | 'find' | 'edit' | 'clause']?:
    | string
    | undefined
}

/** From the query of the address: `compare` is a version (`2`), or a version of another file (`4711.2`). */
export function viewFrom(
  fileId: number,
  { version, compare, changes, page, find, edit, clause }: Words,
): DocumentView {
  return {
    version: numberIn(version),
    compare: compare === undefined ? undefined : refFrom(fileId, compare),
    changes,
    page: numberIn(page),
    find,
    clause: numberIn(clause),
    ...(edit === undefined ? {} : { isEdited: true }),
  }
}

/** The query of the address that shows this. */
export function wordsOf(
  fileId: number,
  { version, compare, changes, page, find, isEdited, clause }: DocumentView,
): Words {
  return {
    ...(version === undefined ? {} : { version: String(version) }),
    ...(compare === undefined
      ? {}
      : {
          compare:
            compare.fileId === fileId ? String(compare.version) : `${compare.fileId}.${compare.version}`,
        }),
    ...(changes === undefined ? {} : { changes }),
    ...(page === undefined ? {} : { page: String(page) }),
    ...(find === undefined ? {} : { find }),
    ...(isEdited ? { edit: 'yes' } : {}),
    ...(clause === undefined ? {} : { clause: String(clause) }),
  }
}

function refFrom(fileId: number, text: string): VersionRef | undefined {
  const [one, two] = text.split('.').map(numberIn)
  if (one === undefined) return undefined
  return two === undefined ? { fileId, version: one } : { fileId: one, version: two }
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
