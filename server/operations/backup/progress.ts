// Progress of a backup or a restore, and bounded concurrency.

/** A long-running step; `total` is 0 while unknown. */
export interface Step {
  readonly what: string
  readonly done: number
  readonly total: number
}

export interface ProgressOptions {
  readonly onProgress?: (step: Step) => void
  /** Whether to cancel: the server is stopping. */
  readonly stopping?: () => boolean
}

/** The work was cancelled because the process is stopping. */
export class BackupCancelled extends Error {
  constructor() {
    super('The process is stopping, so the backup was cancelled. Started again, it continues from there.')
  }
}

/** Throws if the process is stopping. */
export function throwIfStopping({ stopping }: ProgressOptions): void {
  if (stopping?.()) throw new BackupCancelled()
}

/**
 * Does the work for each item, with limited concurrency. After the first failure no further work is started, and what
 * is in progress finishes first.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // one iterator shared by all workers: each takes the next item
  const waiting = items.values()
  let failed = false
  const worker = async () => {
    for (const item of waiting) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
