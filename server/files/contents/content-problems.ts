// Whether stored contents are what was recorded: by reading all of them again.
import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { Problem } from '../../platform/storage/content-damages.ts'
import type { RecordedContent } from '../../platform/storage/recorded-content.ts'
import { ContentDamaged, ContentMissing } from '../../platform/storage/storage.ts'

/** Called with what was read since the last time; a check that is to be slow, or to stop, waits or throws in it. */
export type Pace = (bytes: number) => Promise<void>

const asFastAsItGoes: Pace = async () => undefined

/** What is wrong with the contents, if anything. Throws when the storage cannot be reached. */
export async function problemOf(
  { storage }: Pick<App, 'storage'>,
  { key, size, sha256 }: RecordedContent,
  pace: Pace = asFastAsItGoes,
): Promise<Problem | undefined> {
  try {
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of (await storage.open(key, undefined, size)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
      await pace(chunk.length)
    }
    return read === size && hash.digest().equals(sha256) ? undefined : 'damaged'
  } catch (error) {
    if (error instanceof ContentMissing) return 'missing'
    // the disk itself gives up on a part of the file
    const isUnreadable = (error as NodeJS.ErrnoException).code === 'EIO'
    if (error instanceof ContentDamaged || isUnreadable) return 'damaged'
    throw error
  }
}
