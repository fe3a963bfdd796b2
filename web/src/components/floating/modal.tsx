// A dialog over the page. Used like Mantine's `Modal`, and loaded when one is opened.
import type { ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { whenNeeded } from './when-needed.ts'

const mantine = whenNeeded(() => import('./mantine-modal.ts'))

export function Modal(props: ModalProps) {
  const [needed, setNeeded] = useState(props.opened)
  if (props.opened && !needed) setNeeded(true)
  const loaded = mantine.useLoaded(needed)
  useReturn(props.opened)
  if (!needed || !loaded) return null
  const { Modal: Mantine } = mantine.now()
  return <Mantine {...props} />
}

/**
 * Returns the focus where nobody else does: the dialog is gone at once when it is closed, or it was opened from a menu, whose
 * button stays while its items go.
 */
function useReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const { activeElement } = document
    const menu = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby')
    const opener = menu ? document.getElementById(menu) : activeElement
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }, 20)
    }
  }, [opened])
}
