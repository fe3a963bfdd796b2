// The page of one step: what it is about, how far it has come, skipping it, and the way back.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { firstStepsQuery, type StepState } from './first-steps.ts'
import classes from './first-steps.module.css'
import { SkipStep } from './skip-step.tsx'
import { badgeOf, stepTexts, texts } from './texts.ts'

export function StepPage({ step, children }: { step: StepState['step']; children: ReactNode }) {
  const steps = useQuery({ ...firstStepsQuery, refetchOnMount: 'always' })
  const found = steps.data?.find((each) => each.step === step)
  const { title, lead } = stepTexts[step]
  return (
    <Page title={title} lead={lead}>
      {steps.isError ? <ErrorPanel error={steps.error} retry={steps.refetch} /> : null}
      {children}
      <Panel>
        <div className={classes.acts}>
          {found ? <StateBadge state={badgeOf(found)} /> : null}
          {found && !found.done ? <SkipStep step={step} skipped={found.skipped} title={title} /> : null}
          <ButtonLink size="xs" variant="default" to="/administration/first-steps">
            {texts.back}
          </ButtonLink>
        </div>
      </Panel>
    </Page>
  )
}
