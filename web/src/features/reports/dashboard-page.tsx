// A dashboard: tiles of reports, each with its chart and the way to the report. Tiles load by themselves: what one of
// them cannot be answered does not keep the others away.
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useCurrency } from '../../forms/use-currency.ts'
import classes from './dashboard-page.module.css'
import { DashboardTile } from './dashboard-tile.tsx'
import { catalogueQuery, type Dashboard, type ReadyReport } from './reports.ts'
import { texts } from './texts.ts'

export function DashboardPage() {
  const { dashboard: id, ownCurrency } = useSearch({ strict: false })
  const isOwn = ownCurrency === 'true'
  const { data: catalogue, ...query } = useQuery(catalogueQuery)
  const dashboards = catalogue?.dashboards ?? []
  const lists = catalogue?.lists ?? []
  const canBeOwn = ({ list }: ReadyReport) => lists.find(({ name }) => name === list)?.ownCurrency === true
  const shown = id === undefined ? dashboards[0] : dashboards.find((each) => each.id === id)
  const tiles = (shown?.tiles ?? []).flatMap(
    (tile) => catalogue?.ready.find((each) => each.id === tile) ?? [],
  )
  return (
    <Page
      key={shown?.id ?? ''}
      title={shown?.name ?? texts.dashboards}
      lead={
        <>
          {shown ? `${texts.dashboardFor(shown.about)} ` : null}
          <TextLink to="/reports" inherit>
            {texts.back}
          </TextLink>
        </>
      }
    >
      <Others dashboards={dashboards} shown={shown} />
      {lists.some((list) => list.ownCurrency) && tiles.some(canBeOwn) ? <OwnCurrency on={isOwn} /> : null}
      {query.isPending ? <PageSkeleton /> : null}
      {query.isError ? <ErrorPanel error={query.error} retry={query.refetch} /> : null}
      {catalogue && tiles.length === 0 ? (
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

/** The way to the other dashboards, where there are some. */
function Others({ dashboards, shown }: { dashboards: readonly Dashboard[]; shown: Dashboard | undefined }) {
  if (dashboards.length < 2) return null
  return (
    <nav aria-label={texts.dashboards}>
      <ul className={classes.others}>
        {dashboards.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/reports/dashboard"
              search={{ dashboard: id }}
              className={classes.other}
              aria-current={id === shown?.id ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
