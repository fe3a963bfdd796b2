// Loading programs ahead of their use, when the browser has nothing else to do.
import { serverIsBack } from './connection.ts'

/** Loads a program some time soon. Its user loads it as well, and sees it fail; here nobody waits for it. */
export function whenIdle(load: () => Promise<unknown>): void {
  // browsers remember what could not be loaded
  const quietly = () =>
    void serverIsBack()
      .then(load)
      .catch(() => undefined)
  if ('requestIdleCallback' in window) window.requestIdleCallback(quietly, { timeout: 5000 })
  else setTimeout(quietly, 1000)
}
