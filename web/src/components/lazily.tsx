// Parts of a page that are loaded when they are first shown: dialogs, tabs, editors. The page itself works before.
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { fromServer } from '../lib/connection.ts'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * The component of that name in another file:
 * `const BulkDialog = lazily(() => import('./bulk-dialog.tsx'), 'BulkDialog')`. `meanwhile` is shown until it is there;
 * nothing by default. The browser loads it ahead once it has nothing else to do, so that nobody waits for it.
 */
export function lazily<M extends object, Name extends keyof M & string>(
  load: () => Promise<M>,
  name: Name,
  meanwhile: ReactNode = null,
): M[Name] {
  let loaded: ComponentType<object> | undefined
  const keep = async () => {
    loaded ??= (await load())[name] as ComponentType<object>
    return { default: loaded }
  }
  const Part = lazy(() => fromServer(keep))
  whenIdle(keep)
  // What is there is drawn at once: a popover looks for what takes the focus as soon as it is open. What was drawn by
  // way of Suspense stays so, or it would be made again.
  const Lazily = (props: object) => {
    const [Known] = useState(() => loaded)
    if (Known) return <Known {...props} />
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Lazily as M[Name]
}
