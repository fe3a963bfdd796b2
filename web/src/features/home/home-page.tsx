// The start page: what waits, what comes next, what has changed, and where one was.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { ButtonLink } from '../../components/links.tsx'
import { hasFeature, kindOf, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { Together } from '../../components/together.tsx'
import { firstStepsQuery } from '../first-steps/first-steps.ts'
import { useSignedIn } from '../session/session.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { changesQuery, recentsQuery, useEnding, workQuery } from './home.ts'
import classes from './home-page.module.css'
import { NextPanel } from './next-panel.tsx'
import { RecentsPanel } from './recents-panel.tsx'
import { SetUpPanel } from './set-up-panel.tsx'
import { SandboxPanel } from './sandbox-panel.tsx'
import { texts } from './texts.ts'
import { WaitingPanel } from './waiting-panel.tsx'

export function HomePage() {
  const me = useMe()
  const { user, environment } = useSignedIn()
  const format = useFormat()
  const work = useQuery(workQuery)
  const recents = useQuery(recentsQuery)
  const [since] = useState(() => format.startOfDay(-1))
  const changes = useQuery(changesQuery(since))
  const ending = useEnding()
  const setUp = useQuery({ ...firstStepsQuery, enabled: me.can.administer })
  const isNew = work.data?.length === 0 && recents.data?.length === 0
  const ready =
    !work.isPending && !recents.isPending && !changes.isPending && !ending.isLoading && !setUp.isLoading
  return (
    <Page
      title={texts.title(user.name)}
      actions={
        kindOf(me) === 'business' && hasFeature(me, 'MATTER_INTAKE') ? (
          <ButtonLink to="/ask">{texts.ask}</ButtonLink>
        ) : undefined
      }
    >
      <Together ready={ready}>
        <div className={classes.columns}>
          <div className={classes.main}>
            {setUp.data ? <SetUpPanel steps={setUp.data} /> : null}
            {isNew ? <FirstSteps me={me} /> : null}
            <WaitingPanel />
            <NextPanel />
            <ChangesPanel since={since} />
          </div>
          <div className={classes.side}>
            <RecentsPanel />
            {environment === 'sandbox' ? <SandboxPanel /> : null}
          </div>
        </div>
      </Together>
    </Page>
  )
}
