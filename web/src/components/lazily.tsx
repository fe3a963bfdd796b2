// Parts of a page that are loaded when they are first shown: dialogs, tabs, editors. The page itself works before.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { fromServer } from '../lib/connection.ts'

/**
 * The component of that name in another file: `const BulkDialog = lazily(() => import('./bulk-dialog.tsx'), 'BulkDialog')`.
 * `meanwhile` is shown until it is there; nothing by default.
 */
export function lazily<M extends object, Name extends keyof M & string>(
  load: () => Promise<M>,
  name: Name,
  meanwhile: ReactNode = null,
): M[Name] {
  const Part = lazy(async () => {
    const loaded = await fromServer(load)
    return { default: loaded[name] as ComponentType<object> }
  })
  const Lazily = (props: object) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
  return Lazily as M[Name]
}
