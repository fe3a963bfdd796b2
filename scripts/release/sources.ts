// Which files of the repository a release consists of.
import { chmod, copyFile, cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from './run.ts'

/** What the server, its commands and its operator need; tests and what builds the product stay behind. */
const wanted = [
  /^(?:bin|deploy|docs|examples|migrations|openapi)\//,
  /^server\//,
  /^scripts\/(?:run|run-child|install-packages|server-memory)\.mjs$/,
  // server/operations/process/start.ts asks them whether everything is built
  /^scripts\/build-(?:server|web)\.ts$/,
  /^[^/]+\.md$/,
  /^(?:LICENSE|package\.json|package-lock\.json)$/,
]
const unwanted = /\.test\.ts$|^server\/.*\/testing\/|^docs\/images\//

/** Whether a file of the repository is part of a release. */
export const isReleased = (path: string): boolean =>
  wanted.some((each) => each.test(path)) && !unwanted.test(path)

/** Copies the files that git knows, and the web app as it was built. */
export async function copySources(root: string, staged: string): Promise<void> {
  const listed = (await run('git', ['ls-files', '-s', '-z'], root)).split('\0').filter((line) => line !== '')
  for (const line of listed) {
    const [facts = '', path = ''] = line.split('\t')
    if (!isReleased(path)) continue
    await mkdir(dirname(join(staged, path)), { recursive: true })
    await copyFile(join(root, path), join(staged, path))
    await chmod(join(staged, path), facts.startsWith('100755') ? 0o755 : 0o644)
  }
  await cp(join(root, 'web/dist'), join(staged, 'web/dist'), { recursive: true })
}
