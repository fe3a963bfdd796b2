// Where the server names a kind of record although it is no folder of that kind: each place is one that another kind of
// record must be added to by hand, so there are few, with a reason each, and they only get fewer.
import { isTest, type SourceFile } from './source-files.ts'

const sentence =
  'kinds of records are named in their own folders; everything else takes them from server/records/kinds.ts, in tables of all kinds'

/** Folders of a kind, of what only matters have, the demo, and where the process is put together of all kinds. */
const ownFolders =
  /^server\/(?:contracts|matters|intake|tasks|invoices|sandbox|operations\/process)\/|^server\/records\/kinds\.ts$/

/** A name of a kind as a text, or a question whether a record is of one kind. */
const named = /(['"`])(?:[Mm]atter|[Cc]ontract)s?\1|(?:[!=]==? |\bcase )kinds\.\w+\./

interface Exception {
  readonly count: number
  readonly reason: string
}

/** The lines of each file that do so nevertheless: exactly so many, so that the number is lowered with them. */
export const namingFiles: ReadonlyMap<string, Exception> = new Map(
  Object.entries({
    'server/emails/commands/file-inbound-mail.ts': {
      count: 1,
      reason: 'only the conversations of matters take mails',
    },
    'server/history/property-labels.ts': {
      count: 1,
      reason: 'the property matterId of contracts is a matter',
    },
    'server/http/openapi/operation-ids.ts': {
      count: 1,
      reason: 'a segment of addresses: the matter of a contract',
    },
    'server/http/v1/record-types.wire.ts': { count: 2, reason: 'the words of v1, which are fixed' },
    'server/identity/users/erasure/places-of-people.ts': {
      count: 2,
      reason: 'every table with people is listed by name',
    },
    'server/identity/users/write-teams.ts': {
      count: 2,
      reason: 'counts records in use, by the states of each kind',
    },
    'server/records/v2/rights.wire.ts': { count: 1, reason: 'v2 calls the right to matterId matter' },
  } satisfies Readonly<Record<string, Exception>>),
)

/** What breaks the rule, in sentences that begin with the file. */
export function wrongKindNames(
  files: readonly SourceFile[],
  exceptions: ReadonlyMap<string, Exception> = namingFiles,
): readonly string[] {
  const counts = new Map(
    files.filter((file) => isRuled(file)).map((file): [string, number] => [file.path, countIn(file)]),
  )
  const paths = [...new Set([...counts.keys(), ...exceptions.keys()])]
  return paths.flatMap((path) => {
    const [found, allowed] = [counts.get(path) ?? 0, exceptions.get(path)?.count ?? 0]
    if (found === allowed) return []
    return found > allowed
      ? [`${path} names a kind in ${found} lines, ${allowed} are known: ${sentence}`]
      : [`${path} names a kind in ${found} lines only: lower its number in test/house/kind-names.ts`]
  })
}

const isRuled = (file: SourceFile) =>
  file.path.startsWith('server/') && !isTest(file) && !ownFolders.test(file.path)

const countIn = ({ code }: SourceFile) => code.split('\n').filter((line) => line.search(named) >= 0).length
