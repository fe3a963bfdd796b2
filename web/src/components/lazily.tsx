// Parts of a page that are loaded when they are first shown: dialogs, tabs, editors. The page itself works before.
import type { ComponentType, ReactNode } from 'react'
import { whenNeeded } from './floating/when-needed.ts'

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
  const { now, useLoaded, preload } = whenNeeded(load)
  const Lazily = (props: object) => {
    if (!useLoaded(true)) return meanwhile
    const Part = now()[name] as ComponentType<object>
    return <Part {...props} />
  }
  return Object.assign(Lazily, { preload }) as unknown as M[Name] & { preload: () => void }
}
