// Parts of a page that are loaded when they are first shown: dialogs, tabs, editors. The page itself works before.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fromServer } from '../lib/connection.ts'
import { asWork } from '../lib/quiet.ts'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * The component of that name in another file:
 * `const BulkDialog = lazily(() => import('./bulk-dialog.tsx'), 'BulkDialog')`. `meanwhile` is shown until it is there;
 * nothing by default. The browser loads it ahead once the page is at rest, so that nobody waits for it; `preload` loads
 * it at once, where somebody is about to use it.
 */
export function lazily<M extends object, Name extends keyof M & string>(
  load: () => Promise<M>,
  name: Name,
  meanwhile: ReactNode = null,
): M[Name] & { preload: () => void } {
  let loaded: ComponentType<object> | undefined
  const keep = async () => {
    loaded ??= (await load())[name] as ComponentType<object>
    return loaded
  }
  whenIdle(keep)
  // Not by way of Suspense: React holds back for 300 ms what was waited for, and a popover looks for what takes the
  // focus as soon as it is open.
  const Lazily = (props: object) => {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return undefined
      let waits = true
      const show = (part: () => ComponentType<object>) => waits && setPart(part)
      asWork(fromServer(keep)).then(
        (part) => show(() => part),
        (error: unknown) =>
          show(() => {
            throw error
          }),
      )
      return () => void (waits = false)
    }, [Part])
    return Part ? <Part {...props} /> : meanwhile
  }
  return Object.assign(Lazily, {
    preload: () => void keep().catch(() => undefined),
  }) as unknown as M[Name] & {
    preload: () => void
  }
}
