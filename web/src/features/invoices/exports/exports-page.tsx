// The exports to finance of a department. The pages of one and of a new one are loaded with it: they are small, and one
// comes from here.
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { useMe } from '../../../components/me-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import table from '../../../components/plain-table.module.css'
import { StateBadge } from '../../../components/state-badge.tsx'
import { stateOf } from '../../../lib/states.ts'
import { invoiceListTexts } from '../invoice-list-texts.ts'
import { exportsQuery, type FinanceExport } from './export-calls.ts'
import { exportStates } from './export-states.ts'
import classes from './exports.module.css'
import { exportTexts as texts } from './texts.ts'
import { Totals } from './totals.tsx'

export { ExportPage } from './export-page.tsx'
export { NewExportPage } from './new-export-page.tsx'

export function ExportsPage() {
  const { can } = useMe()
  const found = useInfiniteQuery(exportsQuery)
  const all = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <TextLink to="/invoices">{invoiceListTexts.title}</TextLink>
          {can.manageInvoices ? <ButtonLink to="/invoices/exports/new">{texts.add}</ButtonLink> : null}
        </>
      }
    >
      <Panel>
        {found.isPending ? <PageSkeleton lines={6} /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        {found.isSuccess && all.length === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
        {all.length > 0 ? <ExportsTable exports={all} /> : null}
        {found.hasNextPage ? (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </Panel>
    </Page>
  )
}

function ExportsTable({ exports }: { exports: readonly FinanceExport[] }) {
  const format = useFormat()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{texts.number}</th>
          <th scope="col">{texts.status}</th>
          <th scope="col">{texts.made}</th>
          <th scope="col" className={table.end}>
            {texts.invoices}
          </th>
          <th scope="col" className={table.end}>
            {texts.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {exports.map(({ id, number, note, status, reference, created, invoiceCount, totals }) => (
          <tr key={id}>
            <th scope="row">
              <Anchor inherit href={`#/invoices/exports/${id}`}>
                {texts.numbered(number)}
              </Anchor>
              {note ? <small>{note}</small> : null}
            </th>
            <td data-label={texts.status}>
              <span>
                <StateBadge state={stateOf(exportStates, status)} />
                {reference ? <small>{reference}</small> : null}
              </span>
            </td>
            <td data-label={texts.made}>
              <span>
                {format.date(created.dateUtc ?? '')}
                <small>{created.userName}</small>
              </span>
            </td>
            <td data-label={texts.invoices} className={table.end}>
              {format.number(invoiceCount)}
            </td>
            <td data-label={texts.total} className={table.end}>
              <Totals totals={totals} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
