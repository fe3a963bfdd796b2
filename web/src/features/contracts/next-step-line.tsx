// The line below the path of a contract: what comes next, and the button for it.
import type { ReactNode } from 'react'
import { TextLink } from '../../components/links.tsx'
import classes from './next-step.module.css'
import { nextStepTexts as texts } from './texts.ts'

export function Line({
  tone,
  action,
  children,
}: {
  tone?: 'good' | 'wrong'
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.line} data-tone={tone}>
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  )
}

export const SeeApproval = () => (
  <TextLink size="sm" to="." search={{ tab: 'approvals' }} className={classes.link ?? ''}>
    {texts.see}
  </TextLink>
)
