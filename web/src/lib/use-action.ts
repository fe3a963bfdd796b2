// Requests that must not be sent twice by accident.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

type Options<Answer, Order> = UseMutationOptions<Answer, Error, Order>
type Callbacks<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void }

/**
 * `useMutation` that ignores a second call while the first is pending. The pending state only reaches the button with
 * the next rendering, which a double click outruns.
 */
export function useAction<Answer, Order = void>(options: Options<Answer, Order>) {
  const underWay = useRef(false)
  const action = useMutation({
    ...options,
    onSettled: (...outcome) => {
      underWay.current = false
      return options.onSettled?.(...outcome)
    },
  })
  const { mutate: send } = action
  const mutate = useCallback(
    (order: Order, callbacks: Callbacks<Answer> = {}) => {
      if (underWay.current) return
      underWay.current = true
      send(order, callbacks)
    },
    [send],
  )
  return { ...action, mutate }
}
