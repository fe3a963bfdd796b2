// Rules that can be read off a source file. One rule is one sentence of reason; each answers the places where it is
// broken.
import { existsSync } from 'node:fs'
import { nounOf, placeOfPath } from './import-rules.ts'
import { isTest, type SourceFile } from './source-files.ts'

export interface SourceRule {
  readonly sentence: string
  /** The lines (from 1) where the file breaks the rule. */
  readonly broken: (file: SourceFile) => readonly number[]
}

/** Tables that hold what callers may or may not see, and the one file that decides it and may select from them. */
const guardedTables: Readonly<Record<string, string>> = {
  contracts: 'server/records/access.ts',
  contract_members: 'server/records/access.ts',
  matters: 'server/records/access.ts',
  matter_members: 'server/records/access.ts',
  files: 'server/files/access.ts',
  tasks: 'server/tasks/access.ts',
  invoices: 'server/invoices/access.ts',
  email_threads: 'server/emails/access.ts',
  email_trackings: 'server/emails/access.ts',
  email_drafts: 'server/emails/access.ts',
  webhook_subscriptions: 'server/webhooks/access.ts',
}

/**
 * The environment is read where the settings are parsed, where the process begins, and where a child is given its own.
 */
const readsEnvironment =
  /^(server\/(platform\/settings\/(config|postgres-account)|operations\/process\/(main|start))\.ts|server\/operations\/cli\/|scripts\/|bin\/|examples\/|test\/|web\/|[^/]+\.ts$)/

const root = new URL('../../', import.meta.url)

/** Where the kind names the tables, so that their names are not written. */
const isOfRecords = ({ path }: SourceFile) =>
  nounOf(path) === 'records' && path !== 'server/records/access.ts'

/** The lines where a table is read, also as a join or in a subselect, without a comment that says why. */
function readsOf(file: SourceFile, table: string): readonly number[] {
  const built = `\\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?)\\(\\s*['\`]${table}`
  const written = `\\b(?:from|join)\\s+${table}(?!\\s+and\\b|['.])`
  const reason = /not through access\.ts: /
  return [...file.code.matchAll(new RegExp(`${built}|${written}`, 'g'))].flatMap(({ index }) => {
    // of a statement over several lines, the comment may stand above its beginning
    const lines = [index, file.code.lastIndexOf('`', index)].map((at) => lineAt(file.code, Math.max(0, at)))
    return lines.some((line) => explained(file, line, reason)) ? [] : lines.slice(0, 1)
  })
}

const isProduct = (file: SourceFile) => /^(server|web\/src)\//.test(file.path) && !isTest(file)
const isServer = (file: SourceFile) => file.path.startsWith('server/') && !isTest(file)
const isPage = (file: SourceFile) =>
  file.path.startsWith('web/src/') && !file.path.endsWith('.generated.ts') && !isTest(file)
const isFeature = (file: SourceFile) => {
  const { layer } = placeOfPath(file.path)
  return isServer(file) && layer !== 'platform' && layer !== 'composition'
}

export const sourceRules: readonly SourceRule[] = [
  {
    sentence:
      'what a caller may see is decided in one place, so only a noun\'s access.ts selects from its guarded tables, in joins and subselects as well; a comment above that begins "not through access.ts:" says why it must be otherwise',
    broken: (file) =>
      isServer(file)
        ? Object.entries(guardedTables)
            .filter(([, owner]) => file.path !== owner)
            .flatMap(([table]) => readsOf(file, `${table}\\b`))
            .concat(isOfRecords(file) ? readsOf(file, '\\$\\{sql\\.table\\(') : [])
        : [],
  },
  {
    sentence: 'a cast to MaySee, MayContribute or MayChange forges what only an access.ts may give',
    broken: (file) =>
      isProduct(file) && !file.path.endsWith('/access.ts')
        ? linesOf(
            file,
            /\bas [\w<>&| ]*\bMay(?:See|Contribute|Change)\b|<[\w& ]*May(?:See|Contribute|Change)>\s*[({]/g,
          )
        : [],
  },
  {
    sentence:
      'platform knows no record: what it needs of one is a subject, whose kind is declared where it is described',
    broken: (file) =>
      file.path.startsWith('server/platform/') && !isTest(file) && !file.path.endsWith('/tables.ts')
        ? linesOf(file, /['"`](?:matter|contract)s?['"`]|\b(?:matter|contract)_(?:id|members)\b/g)
        : [],
  },
  {
    sentence:
      'settings are parsed once, with all mistakes reported together: process.env is read in config.ts',
    broken: (file) =>
      readsEnvironment.test(file.path) || isTest(file) ? [] : linesOf(file, /\bprocess\.env\b/g),
  },
  {
    sentence: 'neither version is an exception of the other one, so nothing asks which version it serves',
    broken: (file) => (isServer(file) ? linesOf(file, /\bversion\b\s*[!=]==?\s*['"`]?v?[12]\b/gi) : []),
  },
  {
    sentence:
      'there is one clock, app.clock, which the sandbox and tests can move; a comment above that begins "real time:" says why the machine\'s own is meant',
    broken: (file) =>
      isFeature(file)
        ? linesOf(file, /\bnew Date\(\)|\bDate\.now\(\)|\bnow\(\)(?=[^.]*`)|\bcurrent_timestamp\b/gi).filter(
            (line) => !/clock\.now\(\)/.test(lineOf(file, line)) && !explained(file, line, /real time: /),
          )
        : [],
  },
  {
    sentence:
      'a plain object inherits names such as constructor, so what is looked up by name is a Map or a bareObject()',
    broken: (file) =>
      isServer(file)
        ? linesOf(
            file,
            /\b(?:const|let|readonly) #?\w+: (?:Readonly<)?Record<string,[^=]*=\s*\{|\w\[\w+ as [A-Z]\w*\]|\breduce<Record<string,/g,
          )
        : [],
  },
  {
    sentence: 'a file can be read in one go: 300 lines at most',
    broken: ({ text }) => (text.trimEnd().split('\n').length > 300 ? [301] : []),
  },
  {
    sentence: 'a line of a comment has at most 120 characters',
    broken: ({ text }) =>
      text
        .split('\n')
        .flatMap((line, at) => (line.length > 120 && /^\s*(?:\/[/*]|\*)/.test(line) ? [at + 1] : [])),
  },
  {
    sentence: 'a file opens with a comment that says what lives there',
    broken: ({ path, text }) => (/\.test\.tsx?$/.test(path) || /^(#!.*\n)?(\/\/|\/\*)/.test(text) ? [] : [1]),
  },
  {
    sentence: 'an exported function has a doc comment for its caller (/** ... */)',
    broken: (file) =>
      // a command of the command line is described by its own help
      (isServer(file) && !file.path.startsWith('server/operations/cli/')) ||
      /^(web\/src\/lib|scripts|test)\//.test(file.path)
        ? linesOf(
            file,
            /^export (?:async )?(?:function\*? \w+|const \w+ = (?:async )?(?:<[^=]*>)?\([^=]*=>)/gm,
          ).filter((line) => !/\*\/\s*$/.test(lineOf(file, line - 1)))
        : [],
  },
  {
    sentence:
      'a name says what the thing is: no utils, helpers, common, manager, service, data, info, index; kebab-case',
    broken: ({ path }) =>
      /(^|[/-])(utils?|helpers?|common|managers?|services?|data|info|index|misc)(\.|-|\/|$)/.test(path) ||
      !/^[a-z0-9./-]+$/.test(path)
        ? [1]
        : [],
  },
  {
    sentence:
      'a program that is named by its address beside this file is there: no compiler follows new URL(...)',
    broken: (file) =>
      speltIn(file, /new URL\('[^']+\.(?:ts|mjs)', import\.meta\.url\)/g).filter((line) => {
        const name = /new URL\('([^']+)', import\.meta\.url\)/.exec(lineOf(file, line))?.[1] ?? ''
        const address = new URL(name, new URL(file.path, root))
        return address.href.startsWith(root.href) && !existsSync(address)
      }),
  },
  {
    sentence:
      'numbers are read by one reader (lib/written-amount.ts), so pages use the inputs of forms/inputs and not those of a library',
    broken: (file) => (isPage(file) ? linesOf(file, /\bNumberInput\b/g) : []),
  },
  {
    sentence: 'months are written by lib/format.ts, so that September is the same in lists and charts',
    broken: (file) =>
      isPage(file) && file.path !== 'web/src/lib/format.ts'
        ? linesOf(file, /\bmonth: '(?:short|long)',\s+year:/g)
        : [],
  },
  {
    sentence: 'who a contract is made with is the counterparty on every page',
    broken: (file) => (isPage(file) ? speltIn(file, /\bother part(?:y|ies)\b/gi) : []),
  },
  {
    sentence:
      'before a page is at rest everything is absent, so a test in the browser uses absent or gone of test/e2e/absence.ts; a comment above that begins "not at rest:" says why it looks at once',
    broken: (file) =>
      file.path.startsWith('test/e2e/') && file.path !== 'test/e2e/absence.ts'
        ? linesOf(
            file,
            /\bexpect\(\s*await (?:(?!\bexpect\b)[^])*?(?:\.count\(\),?\s*\)\s*\.toBe\(0\)|\.isVisible\(\),?\s*\)\s*\.toBe\(false\)|\.isHidden\(\),?\s*\)\s*\.toBe\(true\)|\.(?:inner|all)\w+\(\),?\s*\)\s*\.not\b)/g,
          ).filter((line) => !explained(file, line, /not at rest: /))
        : [],
  },
  {
    sentence: 'a pause counts as work of the page, so it is one of web/src/lib/debounced.ts',
    broken: (file) =>
      file.path === 'web/src/lib/debounced.ts'
        ? []
        : speltIn(file, /\bimport \{[^}]*\buseDebounced\w+[^}]*\} from '@mantine\/hooks'/g),
  },
  {
    sentence: 'an open end carries the number of its issue in parentheses',
    broken: (file) => speltIn(file, /\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/g),
  },
  {
    sentence: 'nobody is asked to trust an any: the type is written, or unknown is narrowed',
    broken: (file) =>
      isProduct(file) ? speltIn(file, /\bas any\b|@ts-(?:ignore|nocheck|expect-error)/g) : [],
  },
  {
    sentence: 'where a linter is wrong for once, the line above says why',
    broken: (file) =>
      speltIn(file, /(?:oxlint|eslint|biome)-(?:disable|ignore)/g).filter(
        (line) =>
          !/(?:-next-line|biome-ignore)/.test(lineOf(file, line)) ||
          !/\/\/|\/\*/.test(lineOf(file, line - 1)),
      ),
  },
]

/** What breaks a rule, in sentences that begin with the place. */
export function wrongInSources(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    sourceRules.flatMap(({ sentence, broken }) =>
      broken(file).map((line) => `${file.path}:${line} breaks the rule: ${sentence}`),
    ),
  )
}

// In comments as well; but these rules and their tests have to spell what they forbid.
function speltIn({ path, text }: SourceFile, pattern: RegExp): readonly number[] {
  return path.startsWith('test/house/source-rules.') ? [] : linesIn(text, pattern)
}

const linesOf = ({ code }: SourceFile, pattern: RegExp) => linesIn(code, pattern)

function linesIn(text: string, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(({ index }) => lineAt(text, index))
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

const lineOf = ({ text }: SourceFile, line: number) => text.split('\n')[line - 1] ?? ''

// In the lines just above, where a comment on it would stand.
function explained({ text }: SourceFile, line: number, reason: RegExp): boolean {
  return reason.test(
    text
      .split('\n')
      .slice(Math.max(0, line - 5), line)
      .join('\n'),
  )
}
