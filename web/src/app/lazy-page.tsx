// Pages are loaded when they are first opened. A page whose program cannot be loaded waits for the server instead of
// failing.
import { type ComponentType, use } from 'react'
import { fromServer } from '../lib/connection.ts'
import { asWork } from '../lib/quiet.ts'

type Loaded = Record<string, ComponentType>

/**
 * A route's component from the file that exports it under that name:
 * `lazyPage(() => import('./matters-page.tsx'), 'MattersPage')`. The router loads it ahead when a link to it is pointed
 * at.
 */
export function lazyPage<M extends object>(load: () => Promise<M>, name: keyof M & string) {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const preload = (): Promise<ComponentType> => {
    loading ??= asWork(fromServer(load)).then(
      (file) => (loaded = (file as unknown as Loaded)[name] ?? missing(name)),
      (error: unknown) => {
        // the next attempt loads it again
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const LazyPage = () => {
    // what is there is drawn at once: what was waited for is held back for 300 ms by React
    const Page = loaded ?? use(preload())
    return <Page />
  }
  return Object.assign(LazyPage, { preload: async () => void (await preload()) })
}

function missing(name: string): never {
  throw new Error(`The file of this page does not export ${name}`)
}
