// The comparison of two versions: their texts from the server, the work in a worker of its own.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Previewed } from '../previewed.ts'
import { type Paragraph, versionTextQuery } from '../version-text.ts'
import type { Comparison } from './comparison.ts'

type Compared = Pick<Previewed, 'fileId' | 'version' | 'name'>

export type ComparisonState =
  | { readonly kind: 'loading' | 'reading' | 'working' }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'no-text'; readonly name: string }
  | { readonly kind: 'done'; readonly comparison: Comparison; readonly complete: boolean }

/** Compares `left`, the earlier one, with `right`. */
export function useComparison(left: Compared, right: Compared): ComparisonState {
  const texts = [useQuery(versionTextQuery(left)), useQuery(versionTextQuery(right))] as const
  const [one, two] = [texts[0].data, texts[1].data]
  const areRead = one?.state === 'Text' && two?.state === 'Text'
  const done = useWorker(areRead ? one.paragraphs : undefined, areRead ? two.paragraphs : undefined)

  const failed = texts.find(({ isError }) => isError)
  if (failed) return { kind: 'error', error: failed.error }
  if (!one || !two) return { kind: 'loading' }
  if (one.state === 'Pending' || two.state === 'Pending') return { kind: 'reading' }
  if (one.state !== 'Text') return { kind: 'no-text', name: left.name }
  if (two.state !== 'Text') return { kind: 'no-text', name: right.name }
  if (done instanceof Error) return { kind: 'error', error: done }
  if (!done) return { kind: 'working' }
  return { kind: 'done', comparison: done, complete: one.complete && two.complete }
}

function useWorker(left: readonly Paragraph[] | undefined, right: readonly Paragraph[] | undefined) {
  const [result, setResult] = useState<{
    of: readonly Paragraph[]
    with: readonly Paragraph[]
    is: Comparison | Error
  }>()
  useEffect(() => {
    if (!left || !right) return
    const done = (is: Comparison | Error) => setResult({ of: left, with: right, is })
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => done(data))
    worker.addEventListener('error', () => done(new Error('The comparison failed')))
    // a worker has no origin
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage({ left, right })
    return () => worker.terminate()
  }, [left, right])
  // that of other texts is over
  return result?.of === left && result?.with === right ? result?.is : undefined
}
