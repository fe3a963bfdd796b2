// An important message: a problem, or a warning.
import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A problem is announced as soon as it appears; a warning is placed where it is read anyway. */
export function Notice(props: { kind: 'problem' | 'caution'; title: string; children: ReactNode }) {
  const { kind, title, children } = props
  return (
    <div className={classes.notice} data-kind={kind} {...(kind === 'problem' ? { role: 'alert' } : {})}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path
          d={
            kind === 'problem'
              ? 'M12 7v6M12 16.5v.5M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0'
              : 'M12 9v5M12 17v.5M12 3.5l9.5 17h-19z'
          }
        />
      </svg>
      <div className={classes.words}>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}
