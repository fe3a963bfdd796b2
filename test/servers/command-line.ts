// The command line as an operator types it, in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment } from './server-process.ts'

const commandLine = fileURLToPath(new URL('../../server/operations/cli/chancery.ts', import.meta.url))

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `chancery` with these arguments and settings to its end; `input` is typed into it. */
export async function runCommand(
  words: readonly string[],
  { env, input = '' }: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandLine, ...words], { env: { ...cleanEnvironment(), ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}
