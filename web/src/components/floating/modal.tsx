// A dialog over the page. Used like Mantine's `Modal`, and loaded when one is opened.
import type { ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { later } from '../../lib/quiet.ts'
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
 * Returns the focus where nobody else does: the dialog is gone at once when it is closed, or it was opened from a menu
 * or a popover, whose button stays while what is in it goes.
 */
function useReturn(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const { activeElement } = document
    const floating = activeElement?.closest('[role=menu], [role=dialog]:not([aria-modal])')
    const button = floating?.getAttribute('aria-labelledby')
    const opener = button ? document.getElementById(button) : activeElement
    return () => {
      // it may still be fading out then, with the focus in it
      const closing = document.activeElement?.closest('[aria-modal]')
      later(() => {
        const now = document.activeElement
        const isLost = now === null || now === document.body || closing?.contains(now) === true
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      }, 20)
    }
  }, [opened])
}
