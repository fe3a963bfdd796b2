// A link to the records of a figure in their list; plain text where the reader may not see them.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listAt } from './reports.ts'

interface Props {
  readonly list: string
  readonly filter: string | null | undefined
  readonly className: string | undefined
  readonly children: ReactNode
}

/** The rows of a group that a figure counts: those of which its measure is. */
export const withOwn = (filter: string | null | undefined, own: string | null | undefined): string | null =>
  typeof filter === 'string' ? [filter, own].filter((part) => part).join(' and ') : null

export function Opening({ list, filter, className, children }: Props) {
  if (typeof filter !== 'string') return <span className={className}>{children}</span>
  const { to, search } = listAt(list, filter)
  return (
    <Link to={to} search={search as never} className={className}>
      {children}
    </Link>
  )
}
