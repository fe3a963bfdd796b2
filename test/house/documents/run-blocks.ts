// Runs the shell blocks of a page as a reader would type them: one after another in one shell, against a server on this
// machine. The shell has only the programs below; `curl` reaches nothing but that server, whatever address it is given,
// and `node` is the command line of this repository, which command-host.ts runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A block as it is run. */
export interface RunBlock {
  /** Where it is, for what is said of it. */
  readonly name: string
  readonly script: string
}

export interface BlockResult {
  readonly name: string
  readonly output: string
  /** Whether each of its commands succeeded. */
  readonly succeeded: boolean
}

export interface Shell {
  /** Where the blocks run: files that they name lie here. */
  readonly folder: string
  /** The server, as `http://localhost:port`. */
  readonly url: string
  /** The socket of what runs the command line. */
  readonly commands: string
  readonly env: Readonly<Record<string, string>>
}

const passed = ['rm', 'grep', 'sleep', 'cat']
const minutes = 10

/** Runs the blocks in one shell until one fails, and answers what each said. */
export async function runBlocks(blocks: readonly RunBlock[], shell: Shell): Promise<readonly BlockResult[]> {
  const programs = programsOf(shell)
  const script = blocks.map(({ script: text }) => `echo; echo '${begins}'\n${text}\necho; echo '${ends}'`)
  // commands that fail end the shell
  const child = spawn(
    '/bin/bash',
    ['--norc', '--noprofile', '-c', ['set -eo pipefail', ...script].join('\n')],
    {
      cwd: shell.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { LANG: 'C.UTF-8', HOME: shell.folder, ...shell.env, PATH: programs },
    },
  )
  // real time: a command that never ends is ended with all that it started
  const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), minutes * 60_000)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  await once(child, 'close')
  clearTimeout(late)
  const parts = said.split(`${begins}\n`).slice(1)
  return parts.map((part, index) => ({
    name: blocks[index]?.name ?? '',
    output: part.replace(ends, '').trim(),
    succeeded: part.includes(ends),
  }))
}

const begins = '=== a block begins'
const ends = '=== it succeeded'

/** The folder with the only programs that blocks find. */
function programsOf({ folder, url, commands }: Shell): string {
  const programs = join(folder, 'programs')
  if (existsSync(programs)) return programs
  mkdirSync(programs)
  for (const name of passed) symlinkSync(programOf(name), join(programs, name))
  const { port } = new URL(url)
  const write = (name: string, text: string) => {
    writeFileSync(join(programs, name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(programs, name), 0o755)
  }
  const usual = `--disable --silent --show-error --noproxy '*' --connect-to ::localhost:${port}`
  write(
    'curl',
    [
      // an answer that is an error fails the command; curl takes one of the two
      '[[ " $* " == *" --fail "* ]] || fails=--fail-with-body',
      `exec ${programOf('curl')} ${usual} $fails "$@"`,
    ].join('\n'),
  )
  write(
    'node',
    [
      `[ "$1" = bin/chancery.mjs ] || { echo "node $1 is not run here" >&2; exit 127; }`,
      `IFS=$'\\n'; exec ${programOf('curl')} ${usual} --unix-socket '${commands}' --fail-with-body \\`,
      `  --data-binary "\${*:2}" http://commands/`,
    ].join('\n'),
  )
  return programs
}

function programOf(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new Error(`There is no ${name} on this machine.`)
  return found
}
