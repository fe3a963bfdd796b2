// Verifies stored content against its record by reading all of it.
import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { Problem } from '../../platform/storage/content-damages.ts'
import { ContentDamaged, ContentMissing, type RecordedContent } from '../../platform/storage/storage.ts'

/**
 * Called with the number of bytes read since the last call. It may wait to slow the check down, or throw to stop it.
 */
export type Throttle = (bytes: number) => Promise<void>

const unthrottled: Throttle = async () => undefined

/** What is wrong with the content, if anything. Throws if the storage cannot be reached. */
export async function verifyContent(
  { storage }: Pick<App, 'storage'>,
  { key, size, sha256 }: RecordedContent,
  pace: Throttle = unthrottled,
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
    // the disk cannot read part of the file
    const isUnreadable = (error as NodeJS.ErrnoException).code === 'EIO'
    if (error instanceof ContentDamaged || isUnreadable) return 'damaged'
    throw error
  }
}
