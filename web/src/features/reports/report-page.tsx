// One report: what it is of, its chart and table, and what it is made of.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { MailReport } from './mail-report.tsx'
import { canCompare, partsOf, type ReportParts, type ReportSearch, searchIn } from './report-address.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportChoices } from './report-choices.tsx'
import classes from './report-page.module.css'
import { MissingRates } from './missing-rates.tsx'
import { ReportTable } from './report-table.tsx'
import { catalogueQuery, type Figures, fileAddress, figuresQuery, savedReportQuery } from './reports.ts'
import { texts } from './texts.ts'

export function ReportPage() {
  const search = searchIn(useSearch({ strict: false }))
  const navigate = useNavigate()
  const parts = partsOf(search)
  const catalogue = useQuery(catalogueQuery)
  const figures = useQuery(figuresQuery(parts))
  const saved = useQuery({ ...savedReportQuery(search.saved ?? ''), enabled: search.saved !== undefined })
  const [done, setDone] = useState('')
  const name =
    saved.data?.value.name ??
    catalogue.data?.ready.find(({ id }) => id === search.ready)?.name ??
    texts.report
  const go = (next: ReportSearch) => navigate({ to: '/reports/report', search: next as never, replace: true })
  const change = (some: Partial<ReportParts>) => {
    setDone('')
    // another question has another name
    const isOther = 'list' in some || 'by' in some || 'measures' in some
    const next = { ...search, ...some, ...(isOther ? { ready: undefined } : {}) }
    // nothing can be compared without both ends of its days
    void go(canCompare(next.range) ? next : { ...next, compare: undefined })
  }
  return (
    <Page
      key={search.saved ?? ''}
      title={name}
      lead={<TextLink to="/reports">{texts.back}</TextLink>}
      actions={
        <>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              component="a"
              variant="default"
              href={fileAddress(parts, format, name === texts.report ? undefined : name)}
              download
            >
              {texts[format]}
            </Button>
          ))}
        </>
      }
    >
      <StatusMessage>{done}</StatusMessage>
      <ErrorAlert error={figures.error} title={texts.failed} />
      {figures.isPending ? <PageSkeleton /> : null}
      {figures.data && !figures.isError ? <Shown figures={figures.data} busy={figures.isFetching} /> : null}
      <div className={classes.making} data-screen-only>
        {catalogue.data ? (
          <Panel title={texts.change}>
            <ReportChoices catalogue={catalogue.data} parts={parts} onChange={change} />
            <Group mt="md" gap="xs">
              <ReportActions
                parts={parts}
                name={name === texts.report ? '' : name}
                saved={saved.data}
                onSaved={(id, title) => {
                  setDone(texts.saved(title))
                  void go({ ...search, ready: undefined, saved: id })
                }}
              />
            </Group>
          </Panel>
        ) : null}
        <MailReport
          source={sourceIn(search)}
          isShared={search.ready !== undefined || saved.data?.value.sharedWith === 'Organization'}
        />
      </div>
    </Page>
  )
}

const sourceIn = ({ saved, ready }: ReportSearch) =>
  saved !== undefined ? { saved } : ready !== undefined ? { ready } : undefined

function Shown({ figures, busy }: { figures: Figures; busy: boolean }) {
  const format = useFormat()
  const isEmpty = figures.groups.length === 0 && figures.totals.length === 0
  return (
    <div className={classes.shown} aria-busy={busy}>
      <p className={classes.sentence}>{figures.sentence}</p>
      <MissingRates figures={figures} />
      {isEmpty ? (
        <Panel>
          <p className={classes.none}>{texts.noRows}</p>
        </Panel>
      ) : (
        <Panel>
          <ReportChart figures={figures} />
        </Panel>
      )}
      {isEmpty ? null : (
        <Panel title={texts.table}>
          <ReportTable figures={figures} />
          {figures.more > 0 ? <p className={classes.none}>{texts.more(figures.more)}</p> : null}
        </Panel>
      )}
      <ul className={classes.notes} data-incomplete={!figures.complete}>
        {typeof figures.basis === 'string' ? <li>{figures.basis}</li> : null}
        {figures.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{texts.asOf(format.dateTime(figures.asOf))}</li>
      </ul>
    </div>
  )
}
