// Requests that must not be sent twice by accident.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Options<Answer, Order> = UseMutationOptions<Answer, Error, Order>
type Callbacks<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void }

/**
 * `useMutation` that ignores a second call while the first is pending: the pending state only reaches the button with the next
 * rendering, which a double click outruns. What is passed to `mutate` is called although the component is gone by then, as the
 * row of a task is that is done.
 */
export function useAction<Answer, Order = void>(options: Options<Answer, Order>) {
  const underWay = useRef<Callbacks<Answer>>(undefined)
  const action = useMutation({
    ...options,
    onSuccess: async (answer, ...rest) => {
      await options.onSuccess?.(answer, ...rest)
      underWay.current?.onSuccess?.(answer)
    },
    onError: async (error, ...rest) => {
      await options.onError?.(error, ...rest)
      underWay.current?.onError?.(error)
    },
    onSettled: (...outcome) => {
      underWay.current = undefined
      return options.onSettled?.(...outcome)
    },
  })
  const { mutate: send } = action
  const mutate = useCallback(
    (order: Order, callbacks: Callbacks<Answer> = {}) => {
      if (underWay.current) return
      underWay.current = callbacks
      send(order)
    },
    [send],
  )
  return { ...action, mutate }
}
