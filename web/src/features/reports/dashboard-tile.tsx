// A tile of a dashboard: one report as its chart, its table or the figures over all of it, and the link that opens it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import classes from './dashboard-page.module.css'
import { dashboardTexts } from './dashboard-texts.ts'
import { figureText } from './figure-text.ts'
import type { Tile } from './own-dashboards.ts'
import { partsOf, type ReportSearch, searchOf } from './report-address.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportTable } from './report-table.tsx'
import { type Catalogue, type Figures, figuresQuery, type ReadyReport, savedReportQuery } from './reports.ts'
import { texts } from './texts.ts'

type Form = Tile['shows']

/** A tile of a ready-made report. */
export function DashboardTile({ report, shows = 'Chart' }: { report: ReadyReport; shows?: Form }) {
  return <ReportTile name={report.name} search={searchOf(report, { ready: report.id })} shows={shows} />
}

/** A tile of a dashboard that somebody has put together: it says so where its reader does not see its report. */
export function OwnTile({ tile, catalogue }: { tile: Tile; catalogue: Catalogue }) {
  const { report, ready, shows } = tile
  if (report) return <SavedTile id={String(report.id)} shows={shows} />
  const found = catalogue.ready.find(({ id }) => id === ready)
  return found ? <DashboardTile report={found} shows={shows} /> : <GoneTile />
}

function SavedTile({ id, shows }: { id: string; shows: Form }) {
  const { data, isPending, error, refetch } = useQuery({
    ...savedReportQuery(id),
    retry: (count, failure) => !hasStatus(failure, 404) && count < 3,
  })
  if (hasStatus(error, 404)) return <GoneTile />
  if (isPending) return <Waiting />
  if (!data) return <ErrorPanel error={error} retry={refetch} />
  const { name, ...definition } = data.value
  return <ReportTile name={name} search={searchOf(definition, { saved: id })} shows={shows} />
}

const Waiting = () => (
  <Panel>
    <PageSkeleton lines={4} />
  </Panel>
)

const GoneTile = () => (
  <Panel>
    <p className={classes.gone}>{dashboardTexts.gone}</p>
    <p className={classes.none}>{dashboardTexts.goneText}</p>
  </Panel>
)

function ReportTile({ name, search, shows }: { name: string; search: ReportSearch; shows: Form }) {
  const { data, isPending, isError, error, refetch } = useQuery(figuresQuery(partsOf(search)))
  const link = (
    <Link to="/reports/report" search={search as never} className={classes.title}>
      {name}
    </Link>
  )
  return (
    <Panel title={link}>
      {isPending ? <PageSkeleton lines={4} /> : null}
      {isError ? <ErrorPanel error={error} title={texts.tileFailed(name)} retry={refetch} /> : null}
      {data && !isError ? <TileFigures figures={data} shows={shows} /> : null}
    </Panel>
  )
}

function TileFigures({ figures, shows }: { figures: Figures; shows: Form }) {
  const isEmpty = figures.groups.length === 0 && figures.totals.length === 0
  return (
    <>
      {shows === 'Table' && !isEmpty ? null : <p className={classes.sentence}>{figures.sentence}</p>}
      {isEmpty ? <p className={classes.none}>{texts.nothingInTile}</p> : formOf(figures, shows)}
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

function formOf(figures: Figures, shows: Form): ReactNode {
  if (shows === 'Number' || figures.dimensions.length === 0) return <Totals figures={figures} />
  if (shows === 'Table') return <ShortTable figures={figures} />
  return <ReportChart figures={figures} onTile />
}

const mostRows = 10

function ShortTable({ figures }: { figures: Figures }) {
  const more = Math.max(0, figures.groups.length - mostRows) + figures.more
  return (
    <>
      <ReportTable figures={{ ...figures, groups: figures.groups.slice(0, mostRows) }} />
      {more > 0 ? <p className={classes.none}>{texts.moreInReport(more)}</p> : null}
    </>
  )
}

/** The figures over all groups, one line for each currency. */
function Totals({ figures: { measures, totals } }: { figures: Figures }) {
  const format = useFormat()
  return (
    <dl className={classes.totals}>
      {measures.map(({ name, title, unit }, index) => (
        <div key={name} className={classes.total}>
          <dt>{title}</dt>
          {totals.map(({ currency, values }) => (
            <dd key={currency ?? ''} data-first={index === 0}>
              {figureText(format, values[index] ?? null, { unit, currency: currency ?? null })}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
