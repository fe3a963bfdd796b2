// How far a backup or a restore has come, and doing many things at once without doing all of them.

/** Something that takes long; `total` is 0 while it is not known. */
export interface Step {
  readonly what: string
  readonly done: number
  readonly total: number
}

export interface Watching {
  readonly onProgress?: (step: Step) => void
  /** Whether to give up: the server is stopping. */
  readonly stopping?: () => boolean
}

/** The work was given up because the process ends. */
export class GivenUp extends Error {
  constructor() {
    super(
      'The process is ending, so the backup was given up. It goes on where it was when it is started again.',
    )
  }
}

/** Throws when the process is ending. */
export function checkGoingOn({ stopping }: Watching): void {
  if (stopping?.()) throw new GivenUp()
}

/** Does the work for each item, some at a time. The first failure ends it, after what is under way has ended. */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // one iterator for all workers: each takes the next item
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
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
