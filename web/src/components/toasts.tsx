// The messages at the lower end of the window. They are part of the frame; pages call `showToast`.
import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { LinkButton } from './link-button.tsx'
import { closeToast, type Toast, useToasts } from './toast-store.ts'
import classes from './toasts.module.css'

const SECONDS = 5
const SECONDS_TO_UNDO = 10

export function Toasts() {
  const toasts = useToasts()
  return (
    // announced as they come; it stays in the page, so that screen readers know it
    <output aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </output>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  const { id, text, undo, problem = false } = toast
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (held || problem) return undefined
    const timer = setTimeout(() => closeToast(id), (undo ? SECONDS_TO_UNDO : SECONDS) * 1000)
    return () => clearTimeout(timer)
  }, [id, held, undo, problem])

  // somebody who points at it or is in it reads it
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <div className={classes.toast} data-problem={problem} {...hold} {...release}>
      <span className={classes.text}>{text}</span>
      {undo === undefined ? null : (
        <LinkButton
          onClick={() => {
            closeToast(id)
            void undo()
          }}
        >
          Undo
        </LinkButton>
      )}
      <CloseButton
        size="sm"
        className={classes.close ?? ''}
        aria-label="Close this message"
        onClick={() => closeToast(id)}
      />
    </div>
  )
}
