// All reports: those that are saved, and those that are ready.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../../components/links.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { dashboardTexts } from './dashboard-texts.ts'
import { MailingRows } from './mailing-rows.tsx'
import { mailingTexts } from './mailing-texts.ts'
import { mailingsQuery } from './mailings.ts'
import { type OwnDashboard, ownDashboardsQuery } from './own-dashboards.ts'
import { type ReportSearch, searchOf } from './report-address.ts'
import classes from './report-page.module.css'
import { catalogueQuery, type Dashboard, savedReportsQuery } from './reports.ts'
import { texts } from './texts.ts'

interface Listed {
  readonly key: string
  readonly name: string
  readonly about?: string
  readonly search: ReportSearch
}

export function ReportsPage() {
  const catalogue = useQuery(catalogueQuery)
  const saved = useQuery(savedReportsQuery)
  const own = useQuery(ownDashboardsQuery)
  const kept = (saved.data ?? []).map(({ id, name, sharedWith, ...definition }) => ({
    key: String(id),
    name,
    sharedWith,
    search: searchOf(definition, { saved: String(id) }),
  }))
  const mine = kept.filter(({ sharedWith }) => sharedWith === 'Me')
  const ready = (catalogue.data?.ready ?? []).map((each) => ({
    key: each.id,
    name: each.name,
    about: each.about,
    search: searchOf(each, { ready: each.id }),
  }))
  return (
    <Page title={texts.title} lead={texts.lead}>
      {catalogue.isPending ? <PageSkeleton /> : null}
      {catalogue.isError ? <ErrorPanel error={catalogue.error} retry={catalogue.refetch} /> : null}
      {saved.isError ? <ErrorPanel error={saved.error} retry={saved.refetch} /> : null}
      {catalogue.data && own.data ? (
        <Dashboards dashboards={catalogue.data.dashboards} own={own.data} />
      ) : null}
      {own.isError ? <ErrorPanel error={own.error} retry={own.refetch} /> : null}
      <Reports
        title={texts.shared}
        reports={kept.filter(({ sharedWith }) => sharedWith === 'Organization')}
      />
      {saved.data ? <Reports title={texts.own} reports={mine} none={texts.noneSaved} /> : null}
      <MailedReports />
      <Reports title={texts.ready} reports={ready} />
    </Page>
  )
}

/** Those that somebody gets by mail, where there are some. */
function MailedReports() {
  const { data: mailings = [] } = useQuery(mailingsQuery)
  if (mailings.length === 0) return null
  return (
    <Panel title={mailingTexts.mailed}>
      <MailingRows mailings={mailings} named />
    </Panel>
  )
}

function Dashboards({ dashboards, own }: { dashboards: readonly Dashboard[]; own: readonly OwnDashboard[] }) {
  const all = [...own.map(({ id, name }) => ({ id: String(id), name, about: undefined })), ...dashboards]
  return (
    <Panel title={texts.dashboards}>
      {all.length === 0 ? null : (
        <ul className={classes.reports}>
          {all.map(({ id, name, about }) => (
            <li key={id}>
              <Link to="/reports/dashboard" search={{ dashboard: id } as never} className={classes.report}>
                <span className={classes.name}>{name}</span>
                {about === undefined ? null : <span className={classes.about}>{about}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink
          size="sm"
          variant="default"
          to="/reports/dashboard"
          search={{ dashboard: 'new' } as never}
        >
          {dashboardTexts.make}
        </ButtonLink>
      </div>
    </Panel>
  )
}

function Reports(props: { title: string; reports: readonly Listed[]; none?: string }) {
  const { title, reports, none } = props
  if (reports.length === 0 && none === undefined) return null
  return (
    <Panel title={title}>
      {reports.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.reports}>
          {reports.map(({ key, name, about, search }) => (
            <li key={key}>
              <Link to="/reports/report" search={search as never} className={classes.report}>
                <span className={classes.name}>{name}</span>
                {about === undefined ? null : <span className={classes.about}>{about}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
