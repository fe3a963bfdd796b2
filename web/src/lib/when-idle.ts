// Loading programs ahead of their use, when the page and the browser have nothing else to do.
import { serverIsBack } from './connection.ts'
import { idle, whenQuiet } from './quiet.ts'

type Load = () => Promise<unknown>

const waiting: Load[] = []
let isLoading = false

/**
 * Loads a program some time soon: after what the page itself needs, and one after another. Its user loads it as well,
 * and sees it fail; here nobody waits for it.
 */
export function whenIdle(load: Load): void {
  waiting.push(load)
  if (!isLoading) void loadAll()
}

async function loadAll(): Promise<void> {
  isLoading = true
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await whenQuiet()
    await idle(5000)
    // browsers remember what could not be loaded
    await serverIsBack()
    await next().catch(() => undefined)
  }
  isLoading = false
}
