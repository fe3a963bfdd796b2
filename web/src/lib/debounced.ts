// Waiting for a pause while somebody types, which counts as work of the page: it is not at rest before what was typed
// has had its effect.
import { useCallback, useEffect, useRef, useState } from 'react'
import { later } from './quiet.ts'

/** The value as it was when it last stood still for so long. */
export function useDebouncedValue<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(
    () => (Object.is(value, settled) ? undefined : later(() => setSettled(value), pauseMs)),
    [value, settled, pauseMs],
  )
  return settled
}

/**
 * `run` calls the function with its last arguments after a pause; `flush` calls it at once, `cancel` not at all, which
 * is what becomes of it when its component goes.
 */
export function useDebouncedCallback<Args extends unknown[]>(
  call: (...args: Args) => void,
  pauseMs: number,
  atEnd: 'cancel' | 'flush' = 'cancel',
) {
  const latest = useRef(call)
  const waiting = useRef<{ readonly args: Args; readonly callOff: () => void }>(undefined)
  const cancel = useCallback(() => {
    waiting.current?.callOff()
    waiting.current = undefined
  }, [])
  const flush = useCallback(() => {
    const now = waiting.current
    cancel()
    if (now) latest.current(...now.args)
  }, [cancel])
  const run = useCallback(
    (...args: Args) => {
      cancel()
      waiting.current = { args, callOff: later(flush, pauseMs) }
    },
    [cancel, flush, pauseMs],
  )
  useEffect(() => void (latest.current = call))
  useEffect(() => (atEnd === 'flush' ? flush : cancel), [atEnd, flush, cancel])
  return { run, flush, cancel }
}
