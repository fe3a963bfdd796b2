// Requests that must not be sent twice by accident.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'

type Options<Answer, Order> = UseMutationOptions<Answer, Error, Order>
type Callbacks<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void }

/**
 * `useMutation` that ignores an order that is pending already: the pending state only reaches the button with the next
 * rendering, which a double click outruns. A different order, as for the next task of a list, is carried out at the
 * same time, and its error is shown whichever of them was the last. What is passed to `mutate` is called although the
 * component is gone by then, as the row of a task is that is done.
 */
export function useAction<Answer, Order = void>(options: Options<Answer, Order>) {
  const pending = useRef(new Map<string, Callbacks<Answer>>())
  const latest = useRef('')
  // `useMutation` tells only of the latest
  const [earlierError, setEarlierError] = useState<Error | null>(null)
  const action = useMutation({
    ...options,
    onSuccess: async (answer, order, ...rest) => {
      await options.onSuccess?.(answer, order, ...rest)
      pending.current.get(keyOf(order))?.onSuccess?.(answer)
    },
    onError: async (error, order, ...rest) => {
      await options.onError?.(error, order, ...rest)
      if (keyOf(order) !== latest.current) setEarlierError(error)
      pending.current.get(keyOf(order))?.onError?.(error)
    },
    onSettled: (answer, error, order, ...rest) => {
      pending.current.delete(keyOf(order))
      return options.onSettled?.(answer, error, order, ...rest)
    },
  })
  const { mutate: send } = action
  const mutate = useCallback(
    (order: Order, callbacks: Callbacks<Answer> = {}) => {
      const key = keyOf(order)
      if (pending.current.has(key)) return
      pending.current.set(key, callbacks)
      latest.current = key
      setEarlierError(null)
      send(order)
    },
    [send],
  )
  return { ...action, error: action.error ?? earlierError, mutate }
}

/** Orders are plain values; a file among them does not count. */
const keyOf = (order: unknown): string => JSON.stringify(order) ?? ''
