// Whether the server serves another version of the web app than the one that runs here: after an upgrade, pages that
// are open still have the programs of before.
import { useEffect, useState } from 'react'
import { isServerAway, onConnectionChange } from './connection.ts'

const EVERY_MS = 600_000

let askAgain: (() => void) | undefined

/** Called when a connection that was cut stands again: by another version of the server, perhaps. */
export const serverMayBeNewer = (): void => askAgain?.()

/**
 * Asks each time the server is back, and now and then when somebody comes back to the page. For one place of the app.
 */
export function useNewerVersion(): boolean {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    if (newer) return undefined
    let asked = Date.now()
    const ask = async () => {
      asked = Date.now()
      if (await isNewerServed().catch(() => false)) setNewer(true)
    }
    const onBack = () => void (isServerAway() || ask())
    const onShown = () => void (document.hidden || Date.now() - asked < EVERY_MS || ask())
    const end = onConnectionChange(onBack)
    askAgain = onBack
    document.addEventListener('visibilitychange', onShown)
    return () => {
      end()
      askAgain = undefined
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [newer])
  return newer
}

// the name of the first program has a sum of what is in it and in all that it loads
async function isNewerServed(): Promise<boolean> {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const served = await fetch('/', { cache: 'no-store' })
  if (running === null || running === undefined || !served.ok) return false
  const page = await served.text()
  return page.includes('<script type="module"') && !page.includes(`src="${running}"`)
}
