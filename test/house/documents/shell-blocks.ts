// The shell blocks of the documentation, and what can be said of one without running it: that it is a shell script, and
// that the commands, options and calls in it are there.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { commandLine, everyCommand } from '../../../server/operations/cli/command-line.ts'
import { readDocuments } from '../documents.ts'
import { type Block, blocksOf } from './markdown.ts'
import { callOf, wrongCall } from './wire-names.ts'

export interface ShellBlock extends Block {
  readonly page: string
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const shells = ['sh', 'bash', 'console']
const begins = /^\s*(?:\w+=\S+ )?(?:curl|node|npm|npx|psql|chancery) /m

/** The shell blocks of every page, in their order. */
export function shellBlocks(): readonly ShellBlock[] {
  return readDocuments().flatMap(({ path, text }) =>
    blocksOf(text)
      .filter(({ language }) => shells.includes(language))
      .map((block) => ({ ...block, page: path })),
  )
}

/** The blocks of a page that hold commands and do not say so, by their lines. */
export const unmarkedBlocks = (text: string): readonly number[] =>
  blocksOf(text)
    .filter((block) => block.language === '' && begins.test(block.text))
    .map(({ line }) => line)

/** What is wrong with a shell block, as sentences. */
export function wrongShell(text: string): readonly string[] {
  return [...wrongSyntax(text), ...commandsOf(text).flatMap(wrongCommand)]
}

function wrongSyntax(text: string): readonly string[] {
  try {
    execFileSync('bash', ['-n'], { input: text, stdio: ['pipe', 'ignore', 'pipe'] })
    return []
  } catch (error) {
    return [`it is no shell script: ${String((error as { stderr?: Buffer }).stderr).trim()}`]
  }
}

/**
 * The words of each command: without comments, assignments before it, and what is done with its output. Commands in
 * `$(…)` come first.
 */
function commandsOf(text: string): readonly (readonly string[])[] {
  const inner = [...text.matchAll(/\$\(([^()]*)\)/g)].flatMap(([, commands = '']) => commandsOf(commands))
  const variables = new Map<string, string>()
  const commands: string[][] = [[]]
  const joined = text.replaceAll(/\$\([^()]*\)/g, '$inner').replaceAll(/\\\n/g, ' ')
  for (const [token] of joined.matchAll(/(?<=^|\s)#[^\n]*|\n|&&|[|;]|(?:"[^"]*"|'[^']*'|[^\s"'|;&]+|&)+/g)) {
    if (token.startsWith('#')) continue
    if (/^(?:\n|&&|[|;])$/.test(token)) commands.push([])
    else commands.at(-1)?.push(token)
  }
  return [
    ...inner,
    ...commands.flatMap((words) => {
      const isAssignment = (word: string) => /^(?:export|\w+=.*)$/s.test(word)
      const first = words.findIndex((word) => !isAssignment(word))
      for (const word of first < 0 ? words : words.slice(0, first)) {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? []
        variables.set(name, value)
      }
      return first < 0 ? [] : [words.slice(first).map((word) => unquoted(word, variables))]
    }),
  ]
}

const unquoted = (word: string, variables: ReadonlyMap<string, string>) =>
  word
    .replaceAll(/(['"])(.*?)\1/gs, '$2')
    .replace(/^\$\{?(\w+)\}?/, (written, name: string) => variables.get(name) ?? written)

function wrongCommand(words: readonly string[]): readonly string[] {
  const [command = '', first = ''] = words
  if (command === 'curl') return wrongCurl(words.slice(1))
  if (command === 'npm') return wrongNpm(words.slice(1))
  if (command === 'chancery') return wrongChancery(words.slice(1))
  if (command === 'node' && first === 'bin/chancery.mjs') return wrongChancery(words.slice(2))
  // `podman exec chancery chancery user …`, `runuser … -- chancery user …`
  const within = words.findLastIndex((word) => word === 'chancery')
  const inner = words.slice(within + 1)
  return within > 0 && commandLine().commands.some((each) => each.name() === inner[0])
    ? wrongChancery(inner)
    : []
}

function wrongNpm(words: readonly string[]): readonly string[] {
  const [verb = '', named = ''] = words
  const script = verb === 'run' ? named : verb
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>
  }
  const command = scripts[script]
  if (command === undefined) return [`there is no "npm run ${script}"`]
  const options = words.filter((word) => /^--\w/.test(word)).map((word) => word.slice(2))
  // those of the tests are read by their runner, those of a benchmark by its own file
  const file =
    script === 'bench' ? `bench/${words[words.indexOf('--') + 1]}.ts` : /\S+\.ts/.exec(command)?.[0]
  if (file === undefined || script === 'test') return wrongPaths(words)
  if (script === 'bench' && !existsSync(root + file))
    return words.includes('all') ? [] : [`there is no ${file}`]
  const source = sourceOf(file)
  return [
    ...wrongPaths(words),
    ...options
      .filter((option) => !source.includes(option))
      .map((option) => `"npm run ${script}" has no --${option}`),
  ]
}

const wrongPaths = (words: readonly string[]) =>
  words
    .filter((word) => /^(?:server|test|web|scripts)\//.test(word) && !existsSync(root + word))
    .map((path) => `there is no ${path}`)

/** The text of a script and of what it imports from beside it. */
function sourceOf(path: string): string {
  const text = readFileSync(root + path, 'utf8')
  const imported = [...text.matchAll(/'(\.[^']+\.ts)'/g)].map(([, file = '']) => join(dirname(path), file))
  return [text, ...imported.map((file) => readFileSync(root + file, 'utf8'))].join('\n')
}

/** What `chancery` says to these words before it does anything. */
function wrongChancery(words: readonly string[]): readonly string[] {
  const program = commandLine()
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    if (command.commands.length === 0) command.action(() => undefined)
  }
  try {
    program.parse([...words], { from: 'user' })
    return []
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? [] : [`"chancery ${words.join(' ')}": ${error.message}`]
  }
}

const methodWords = ['-X', '--request']
const bodyWords = ['-d', '--data', '--data-binary', '--data-urlencode', '-T', '-F']
const valueWords = [...methodWords, ...bodyWords, '-H', '-o', '-C', '--retry', '-u']

/** A call of `curl` to this server: its method, path and query. */
function wrongCurl(words: readonly string[]): readonly string[] {
  const valueOf = (names: readonly string[]) =>
    words.find((_, index) => names.includes(words[index - 1] ?? ''))
  const address = words.find(
    (word, index) => !word.startsWith('-') && !valueWords.includes(words[index - 1] ?? ''),
  )
  const path = address?.replace(/^(?:\$\{?\w+\}?|https?:\/\/[^/]+)/, '')
  if (!path?.startsWith('/')) return [`curl has no address of the server: ${words.join(' ')}`]
  const asks = words.includes('-G')
  const named = valueOf(methodWords) ?? (!asks && valueOf(bodyWords) !== undefined ? 'POST' : 'GET')
  const query = asks ? `${path.includes('?') ? '&' : '?'}${valueOf(bodyWords) ?? ''}` : ''
  const wrong = wrongCall(callOf(named, `${path}${query}`.replaceAll('%20', ' ')))
  return wrong === undefined ? [] : [wrong]
}
