// The first steps of a new organisation: what is done is read off what there is.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { firstStepsQuery, type StepState } from './first-steps.ts'
import classes from './first-steps.module.css'
import { SkipStep } from './skip-step.tsx'
import { TestMail } from './test-mail.tsx'
import { badgeOf, stepTexts, texts } from './texts.ts'

export function FirstStepsPage() {
  // what was done on another page counts at once
  const steps = useQuery({ ...firstStepsQuery, refetchOnMount: 'always' })
  const all = steps.data ?? []
  const settled = all.filter(({ done, skipped }) => done || skipped).length
  return (
    <Page title={texts.title} {...(steps.data ? { lead: texts.lead(settled, all.length) } : {})}>
      {steps.isPending ? <PageSkeleton lines={8} /> : null}
      {steps.isError ? <ErrorPanel error={steps.error} retry={steps.refetch} /> : null}
      {steps.data ? (
        <Panel>
          <ol className={classes.list}>
            {all.map((step) => (
              <StepRow key={step.step} state={step} />
            ))}
          </ol>
          <p className={classes.demo}>
            {texts.demo} <TextLink to="/administration/organisation">{texts.demoPage}</TextLink>.
          </p>
        </Panel>
      ) : null}
    </Page>
  )
}

function StepRow({ state: { step, done, skipped, missing, attention } }: { state: StepState }) {
  const { title, lead } = stepTexts[step]
  const isOpen = !done && !skipped
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <StateBadge state={badgeOf({ done, skipped, attention })} />
      </div>
      <p className={classes.lead}>{lead}</p>
      {isOpen && missing.length > 0 ? <p className={classes.missing}>{texts.missing(missing)}</p> : null}
      {attention.length > 0 ? <p className={classes.attention}>{attention.join(' ')}</p> : null}
      <div className={classes.acts}>
        <Ways step={step} isOpen={isOpen} />
        {done ? null : <SkipStep step={step} skipped={skipped} title={title} />}
      </div>
    </li>
  )
}

/** What leads on: pages that are there. */
function Ways({ step, isOpen }: { step: StepState['step']; isOpen: boolean }) {
  const { can } = useMe()
  const { routesByPath } = useRouter()
  const known = Object.keys(routesByPath)
  const isThere = (to: string) =>
    known.some((path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`).test(to))
  const health = step === 'Backup' && can.administerInstallation ? [texts.health] : []
  const pages = [...stepTexts[step].pages, ...health].filter(({ to }) => isThere(to))
  return (
    <>
      {pages.map(({ to, label }, index) => (
        <ButtonLink key={to} size="xs" variant={isOpen && index === 0 ? 'filled' : 'default'} to={to}>
          {label}
        </ButtonLink>
      ))}
      {step === 'Mail' ? <TestMail label={texts.sendMail} size="xs" /> : null}
    </>
  )
}
