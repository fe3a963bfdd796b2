// What legal work costs: inside costs, which are entered and imported here, and all costs together. The page of one
// cost is loaded with it: it is small.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { searchOf } from '../reports/report-address.ts'
import { catalogueQuery } from '../reports/reports.ts'
import { insideCostList, legalCostList } from './cost-lists.tsx'
import { insideCostTexts as inside, legalCostTexts as legal } from './texts.ts'

export { InsideCostPage } from './inside-cost-page.tsx'

const EnterDialog = lazily(() => import('./enter-dialog.tsx'), 'EnterDialog')
const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog')

export function LegalCostsPage() {
  return (
    <Page title={legal.title} lead={legal.lead}>
      <ListView definition={legalCostList} />
    </Page>
  )
}

/** The way to the ready-made report, as the catalogue has it. */
function ReportLink() {
  const catalogue = useQuery(catalogueQuery)
  const report = catalogue.data?.ready.find(({ id }) => id === 'inside-against-outside')
  return report ? (
    <TextLink to="/reports/report" search={searchOf(report, { ready: report.id }) as never} inherit>
      {inside.report}
    </TextLink>
  ) : null
}

export function InsideCostsPage() {
  const { can } = useMe()
  const [open, setOpen] = useState<'enter' | 'import'>()
  const close = () => setOpen(undefined)
  return (
    <Page
      title={inside.title}
      lead={
        <>
          {inside.lead} <ReportLink />
        </>
      }
      actions={
        can.keepInsideCosts ? (
          <>
            <Button variant="default" onClick={() => setOpen('import')}>
              {inside.import}
            </Button>
            <Button onClick={() => setOpen('enter')}>{inside.add}</Button>
          </>
        ) : undefined
      }
    >
      <ListView definition={insideCostList} />
      {open === 'enter' ? <EnterDialog onClose={close} /> : null}
      {open === 'import' ? <ImportDialog onClose={close} /> : null}
    </Page>
  )
}
