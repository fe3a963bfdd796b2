// A tile of a dashboard: the chart of one report, what it is of, and the link that opens it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import classes from './dashboard-page.module.css'
import { partsOf, searchOf } from './report-address.ts'
import { ReportChart } from './report-chart.tsx'
import { type Figures, figuresQuery, type ReadyReport } from './reports.ts'
import { texts } from './texts.ts'

export function DashboardTile({ report }: { report: ReadyReport }) {
  const search = searchOf(report, { ready: report.id })
  const { data, isPending, isError, error, refetch } = useQuery(figuresQuery(partsOf(search)))
  const link = (
    <Link to="/reports/report" search={search as never} className={classes.title}>
      {report.name}
    </Link>
  )
  return (
    <Panel title={link}>
      {isPending ? <PageSkeleton lines={4} /> : null}
      {isError ? <ErrorPanel error={error} title={texts.tileFailed(report.name)} retry={refetch} /> : null}
      {data && !isError ? <TileFigures figures={data} /> : null}
    </Panel>
  )
}

function TileFigures({ figures }: { figures: Figures }) {
  return (
    <>
      <p className={classes.sentence}>{figures.sentence}</p>
      {figures.groups.length === 0 ? (
        <p className={classes.none}>{texts.nothingInTile}</p>
      ) : (
        <ReportChart figures={figures} onTile />
      )}
      {figures.complete
        ? null
        : figures.notes.map((note) => (
            <p key={note} className={classes.note}>
              {note}
            </p>
          ))}
    </>
  )
}
