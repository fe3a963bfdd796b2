// Runs the programs that a release is made with.
import { execFile, type ExecFileOptions } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs it in the folder and returns what it prints, without the last line end. Throws with its errors if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  folder: string,
  options: ExecFileOptions = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    ...options,
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 256 * 1024 * 1024,
  })
  return stdout.trimEnd()
}
