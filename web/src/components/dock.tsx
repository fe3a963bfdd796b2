// The lower end of the window, for what is shown on every page: messages and uploads. It takes room from the page
// instead of lying on it, so that it covers no button.
import type { ReactNode } from 'react'
import classes from './dock.module.css'

/** Belongs below the page, once. Others subtract `--dock`, its height, from what fills the window. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <div ref={announceHeight} className={classes.dock} data-screen-only>
      {children}
    </div>
  )
}

function announceHeight(dock: HTMLElement | null) {
  if (!dock) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--dock', `${dock.offsetHeight}px`))
  observer.observe(dock)
  return () => {
    observer.disconnect()
    style.removeProperty('--dock')
  }
}
