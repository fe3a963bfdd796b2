// The start page: what waits, what comes next, what has changed, and where one was.
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../components/links.tsx'
import { hasFeature, kindOf, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { useSignedIn } from '../session/session.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { recentsQuery, workQuery } from './home.ts'
import classes from './home-page.module.css'
import { NextPanel } from './next-panel.tsx'
import { RecentsPanel } from './recents-panel.tsx'
import { SandboxPanel } from './sandbox-panel.tsx'
import { texts } from './texts.ts'
import { WaitingPanel } from './waiting-panel.tsx'

export function HomePage() {
  const me = useMe()
  const { user, environment } = useSignedIn()
  const work = useQuery(workQuery)
  const recents = useQuery(recentsQuery)
  const isNew = work.data?.length === 0 && recents.data?.length === 0
  return (
    <Page
      title={texts.title(user.name)}
      actions={
        kindOf(me) === 'business' && hasFeature(me, 'MATTER_INTAKE') ? (
          <ButtonLink to="/ask">{texts.ask}</ButtonLink>
        ) : undefined
      }
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          {isNew ? <FirstSteps me={me} /> : null}
          <WaitingPanel />
          <NextPanel />
          <ChangesPanel />
        </div>
        <div className={classes.side}>
          <RecentsPanel />
          {environment === 'sandbox' ? <SandboxPanel /> : null}
        </div>
      </div>
    </Page>
  )
}
