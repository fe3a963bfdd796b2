// Waiting for a pause while somebody types, which counts as work of the page: it is not at rest before what was typed
// has had its effect.
import {
  useDebouncedCallback as useCallbackAfterPause,
  useDebouncedValue as useValueAfterPause,
} from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'
import { beginWork } from './quiet.ts'

/** The value as it was when it last stood still for so long. */
export function useDebouncedValue<Value>(value: Value, pauseMs: number): Value {
  const [settled] = useValueAfterPause(value, pauseMs)
  const isBehind = !Object.is(value, settled)
  useEffect(() => (isBehind ? beginWork() : undefined), [isBehind])
  return settled
}

/** `run` calls the function with its last arguments after a pause; `flush` calls it at once, `cancel` not at all. */
export function useDebouncedCallback<Args extends unknown[]>(
  run: (...args: Args) => void,
  pause: number | { readonly delay: number; readonly flushOnUnmount: boolean },
) {
  const work = useRef<() => void>(undefined)
  const endWork = useCallback(() => {
    work.current?.()
    work.current = undefined
  }, [])
  useEffect(() => endWork, [endWork])
  const debounced = useCallbackAfterPause((...args: Args) => {
    run(...args)
    endWork()
  }, pause)
  const begin = (...args: Args) => {
    work.current ??= beginWork()
    debounced(...args)
  }
  const cancel = () => {
    debounced.cancel()
    endWork()
  }
  return { run: begin, flush: debounced.flush, cancel }
}
