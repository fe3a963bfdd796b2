// When gathered items go out: a single one at once; while a group is on its way, further ones wait for its end, or
// until there are enough of them. Used by coalesced-reads.ts and coalesced-work.ts.

/**
 * How many groups are under way at once, how many items make a second one worth while, and how many one of them takes.
 */
const groupsAtOnce = 2
const enoughItems = 8
const mostItems = 50

/**
 * Gathers items and calls `send` with each group, whose promise must not fail; it is under way until then. `onIdle` is
 * called whenever nothing waits and nothing is under way any more.
 */
export function coalesceItems<Item>(
  send: (items: readonly Item[]) => Promise<void>,
  onIdle: () => void = () => undefined,
): (item: Item) => void {
  const waiting: Item[] = []
  let underway = 0
  let scheduled = false

  const isTime = () =>
    underway === 0 ? waiting.length > 0 : underway < groupsAtOnce && waiting.length >= enoughItems

  function schedule(): void {
    if (scheduled || !isTime()) return
    scheduled = true
    // once everything that has arrived is read
    setImmediate(sendWaiting)
  }

  function sendWaiting(): void {
    scheduled = false
    while (isTime()) {
      underway++
      void send(waiting.splice(0, mostItems)).finally(() => {
        underway--
        if (underway === 0 && waiting.length === 0) onIdle()
        schedule()
      })
    }
  }

  return (item) => {
    waiting.push(item)
    schedule()
  }
}
