// Where a kind of record is named although it is no folder of that kind: each place is one that another kind of record
// must be added to by hand, so there are few, with a reason each, and they only get fewer.
import { isTest, type SourceFile } from './source-files.ts'

interface Rule {
  readonly root: 'server/' | 'web/src/'
  readonly sentence: string
  /** Where kinds are named: their folders, what only one of them has, and where everything is put together of all. */
  readonly own: RegExp
  /** What names a kind in a line. */
  readonly named: RegExp
  /** Lines that may. */
  readonly prose?: RegExp
}

const rules: readonly Rule[] = [
  {
    root: 'server/',
    sentence:
      'kinds of records are named in their own folders; everything else takes them from server/records/kinds.ts, in tables of all kinds',
    own: /^server\/(?:contracts|matters|intake|tasks|invoices|imports\/kinds|sandbox|kinds|operations\/process)\/|^server\/records\/kinds\.ts$/,
    // a name of a kind as a text, or a question whether a record is of one kind
    named: /(['"`])(?:[Mm]atter|[Cc]ontract)s?\1|(?:[!=]==? |\bcase )kinds\.\w+\./,
  },
  {
    root: 'web/src/',
    sentence:
      'kinds of records are named in their own folders; everything else takes them from web/src/lib/kinds.ts, or asks what web/src/features/records/record-kind.ts says of each',
    own: /^web\/src\/(?:features\/(?:contracts|matters)\/|lib\/kinds\.ts$|app\/(?:kind-entries|record-kinds|record-routes)\.ts$)/,
    // also the feature that switches it on, and the addresses of its pages and calls
    named:
      /(['"`])(?:[Mm]atter|[Cc]ontract)s?\1|(['"`])(?:MATTERS|CONTRACTS)\2|['"`](?:#|\/v2)?(?:\/\w+)?\/(?:matters|contracts)\b|(?:[!=]==? |\bcase )(?:kinds\.\w+|matterKind|contractKind)\b/,
    // what people read: "Matter" above a column
    prose: /^  \w+: '[MC][a-z]+',$/,
  },
]

interface Exception {
  readonly count: number
  readonly reason: string
}

/** The lines of each file that do so nevertheless: exactly so many, so that the number is lowered with them. */
export const namingFiles: ReadonlyMap<string, Exception> = new Map(
  Object.entries({
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
    'web/src/features/create/new-task-page.tsx': { count: 1, reason: 'tasks are added to matters' },
    'web/src/features/home/home.ts': {
      count: 2,
      reason: 'lists contracts that end; marks key dates, which only contracts have, as done',
    },
    'web/src/features/intake/intake.ts': { count: 6, reason: 'a request is a matter before it is one' },
    'web/src/features/key-dates/key-dates.ts': { count: 2, reason: 'only contracts have key dates' },
    'web/src/features/records/list/record-list.tsx': {
      count: 2,
      reason: 'the types of lists of matters stand for those of every kind',
    },
    'web/src/features/records/record-calls.ts': {
      count: 11,
      reason: 'the types of calls on matters stand for those of every kind',
    },
    'web/src/features/tasks/task-list.tsx': { count: 1, reason: 'tasks name their matter' },
    'web/src/features/tasks/templates/templates.ts': { count: 1, reason: 'templates are added to matters' },
  } satisfies Readonly<Record<string, Exception>>),
)

/** What breaks the rule, in sentences that begin with the file. */
export function wrongKindNames(
  files: readonly SourceFile[],
  exceptions: ReadonlyMap<string, Exception> = namingFiles,
): readonly string[] {
  const counts = new Map(files.map((file): [string, number] => [file.path, countIn(file)]))
  const paths = [...new Set([...counts.keys(), ...exceptions.keys()])]
  return paths.flatMap((path) => {
    const [found, allowed] = [counts.get(path) ?? 0, exceptions.get(path)?.count ?? 0]
    if (found === allowed) return []
    return found > allowed
      ? [`${path} names a kind in ${found} lines, ${allowed} are known: ${ruleFor(path)?.sentence}`]
      : [`${path} names a kind in ${found} lines only: lower its number in test/house/kind-names.ts`]
  })
}

const ruleFor = (path: string): Rule | undefined => rules.find(({ root }) => path.startsWith(root))

function countIn(file: SourceFile): number {
  const rule = ruleFor(file.path)
  if (rule === undefined || isTest(file) || rule.own.test(file.path)) return 0
  const isProse = (line: string) => file.path.endsWith('texts.ts') && rule.prose?.test(line) === true
  return file.code.split('\n').filter((line) => rule.named.test(line) && !isProse(line)).length
}
