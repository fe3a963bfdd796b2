// A dashboard: tiles of reports, each with its chart and the way to the report. Tiles load by themselves: what one of
// them cannot be answered does not keep the others away.
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { lazily } from '../../components/lazily.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useCurrency } from '../../forms/use-currency.ts'
import { useChangePreferences } from '../me/me.ts'
import classes from './dashboard-page.module.css'
import { dashboardTexts } from './dashboard-texts.ts'
import { DashboardTile } from './dashboard-tile.tsx'
import { isOwnId, ownDashboardsQuery } from './own-dashboards.ts'
import { type Catalogue, catalogueQuery, type ReadyReport } from './reports.ts'
import { texts } from './texts.ts'

const OwnDashboard = lazily(() => import('./own-dashboard.tsx'), 'OwnDashboard')
const NewDashboard = lazily(() => import('./own-dashboard.tsx'), 'NewDashboard')

export function DashboardPage() {
  const { dashboard: asked, of } = useSearch({ strict: false })
  const { preferences } = useMe()
  const { data: catalogue, ...query } = useQuery(catalogueQuery)
  const { data: own, ...ownQuery } = useQuery(ownDashboardsQuery)
  if (!catalogue || !own) {
    const failed = query.isError ? query : ownQuery
    return (
      <Page title={texts.dashboards} lead={<AllReports />}>
        {failed.isError ? <ErrorPanel error={failed.error} retry={failed.refetch} /> : <PageSkeleton />}
      </Page>
    )
  }
  const every: readonly Named[] = [
    ...own.map(({ id, name }) => ({ id: String(id), name })),
    ...catalogue.dashboards,
  ]
  // what was chosen may be gone
  const first =
    every.find(({ id }) => id === preferences.firstDashboard) ?? catalogue.dashboards[0] ?? every[0]
  const id = asked ?? first?.id
  const framed = {
    catalogue,
    others: <Others every={every} shown={id} />,
    lead: (
      <>
        {dashboardTexts.about} <AllReports />
      </>
    ),
  }
  if (id === 'new') return <NewDashboard key={of ?? ''} of={of} {...framed} />
  if (isOwnId(id)) return <OwnDashboard key={id} id={id} first={<ShowFirst id={id} />} {...framed} />
  return <ReadyDashboard catalogue={catalogue} id={id} others={framed.others} />
}

interface Named {
  readonly id: string
  readonly name: string
}

const AllReports = () => (
  <TextLink to="/reports" inherit>
    {texts.back}
  </TextLink>
)

function ReadyDashboard(props: { catalogue: Catalogue; id: string | undefined; others: React.ReactNode }) {
  const { catalogue, id, others } = props
  const { ownCurrency } = useSearch({ strict: false })
  const isOwn = ownCurrency === 'true'
  const canBeOwn = ({ list }: ReadyReport) =>
    catalogue.lists.find(({ name }) => name === list)?.ownCurrency === true
  const shown = catalogue.dashboards.find((each) => each.id === id)
  const tiles = (shown?.tiles ?? []).flatMap((tile) => catalogue.ready.find((each) => each.id === tile) ?? [])
  return (
    <Page
      key={shown?.id ?? ''}
      title={shown?.name ?? texts.dashboards}
      lead={
        <>
          {shown ? `${texts.dashboardFor(shown.about)} ` : null}
          <AllReports />
        </>
      }
      actions={
        shown ? (
          <>
            <ShowFirst id={shown.id} />
            <ButtonLink
              size="sm"
              variant="default"
              to="/reports/dashboard"
              search={{ dashboard: 'new', of: shown.id } as never}
            >
              {dashboardTexts.makeOf}
            </ButtonLink>
          </>
        ) : null
      }
    >
      {others}
      {tiles.some(canBeOwn) ? <OwnCurrency on={isOwn} /> : null}
      {tiles.length === 0 ? (
        <Panel>
          <p className={classes.none}>{shown ? texts.noTiles : texts.noDashboard}</p>
        </Panel>
      ) : null}
      <div className={classes.tiles}>
        {tiles.map((report) => (
          <DashboardTile
            key={report.id}
            report={isOwn && canBeOwn(report) ? { ...report, ownCurrency: true } : report}
          />
        ))}
      </div>
    </Page>
  )
}

/** Whether tiles of money are in the currency of the organisation. */
function OwnCurrency({ on }: { on: boolean }) {
  const currency = useCurrency()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  return (
    <Checkbox
      label={texts.inOwnCurrency(currency)}
      checked={on}
      onChange={(event) => {
        const ownCurrency = event.currentTarget.checked ? 'true' : undefined
        void navigate({
          to: '/reports/dashboard',
          search: { ...search, ownCurrency } as never,
          replace: true,
        })
      }}
    />
  )
}

/** Chooses the dashboard that is shown where none is named. */
function ShowFirst({ id }: { id: string }) {
  const { preferences } = useMe()
  const change = useChangePreferences()
  if (preferences.firstDashboard === id) return <p className={classes.none}>{dashboardTexts.isFirst}</p>
  return (
    <Button
      size="sm"
      variant="default"
      disabled={change.isPending}
      onClick={() => change.mutate({ firstDashboard: id })}
    >
      {dashboardTexts.first}
    </Button>
  )
}

/** The way to the other dashboards, where there are some. */
function Others({ every, shown }: { every: readonly Named[]; shown: string | undefined }) {
  if (every.length < 2 && shown === every[0]?.id) return null
  return (
    <nav aria-label={texts.dashboards}>
      <ul className={classes.others}>
        {every.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/reports/dashboard"
              search={{ dashboard: id } as never}
              className={classes.other}
              aria-current={id === shown ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
