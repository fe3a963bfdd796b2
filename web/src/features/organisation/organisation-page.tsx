// The settings of the organisation: name, logo, money, calendar, numbers, features.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { lazily } from '../../components/lazily.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { approvalDefaultsQuery } from './approval-defaults.ts'
import { deadlineOf } from '../contracts/approvals/deadline-fields.tsx'
import { DemoData } from './demo-panel.tsx'
import { demoDataQuery } from './own-demo.ts'
import { Features } from './features.tsx'
import { FinancialForm } from './financial-form.tsx'
import { numberingQuery } from './numbering-query.ts'
import { GeneralForm } from './general-form.tsx'
import { LogoForm } from './logo-form.tsx'
import { calendarQuery, featuresQuery, financialQuery, organisationQuery } from './organisation.ts'
import { texts } from './texts.ts'

const CalendarForm = lazily(() => import('./calendar-form.tsx'), 'CalendarForm')
const ApprovalDefaultsForm = lazily(() => import('./approval-defaults-form.tsx'), 'ApprovalDefaultsForm')
const NumberingForm = lazily(() => import('./numbering-form.tsx'), 'NumberingForm')

export function OrganisationPage() {
  const { organization } = useMe()
  const general = useQuery(organisationQuery(organization.id))
  const financial = useQuery(financialQuery)
  const calendar = useQuery(calendarQuery)
  const approvals = useQuery(approvalDefaultsQuery)
  const numbering = useQuery(numberingQuery)
  const features = useQuery(featuresQuery)
  const demo = useQuery(demoDataQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Loaded title={texts.general} query={general}>
        {(organisation) => <GeneralForm organisation={organisation} />}
      </Loaded>
      <Loaded title={texts.logo} query={general}>
        {(organisation) => <LogoForm organisation={organisation} />}
      </Loaded>
      <Loaded title={texts.money} query={financial}>
        {(settings) => <FinancialForm settings={settings} />}
      </Loaded>
      <Loaded title={texts.calendar} query={calendar}>
        {(read) => (
          <ConflictAsker>
            <CalendarForm read={read} />
          </ConflictAsker>
        )}
      </Loaded>
      <Loaded title={texts.approvals} query={approvals}>
        {({ deadline }) => <ApprovalDefaultsForm saved={deadlineOf(deadline)} />}
      </Loaded>
      <Loaded title={texts.numbering} query={numbering}>
        {(read) => (
          <ConflictAsker>
            <NumberingForm read={read} />
          </ConflictAsker>
        )}
      </Loaded>
      <Loaded title={texts.features} query={features}>
        {(all) => <Features features={all} />}
      </Loaded>
      <Loaded title={texts.demo} query={demo}>
        {(data) => <DemoData data={data} />}
      </Loaded>
    </Page>
  )
}

interface Query<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

function Loaded<Data>(props: { title: string; query: Query<Data>; children: (data: Data) => ReactNode }) {
  const { title, query, children } = props
  return (
    <Panel title={title}>
      {query.isPending ? <PageSkeleton lines={3} /> : null}
      {query.error ? <ErrorPanel error={query.error} retry={query.refetch} /> : null}
      {query.data === undefined ? null : children(query.data)}
    </Panel>
  )
}
