// What a law firm states as unbilled: one table for each client and month.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { unbilledQuery } from './accrual-calls.ts'
import classes from './accruals.module.css'
import { unbilledTexts as texts } from './texts.ts'

// with the input of numbers, which other pages would have to load as well
const UnbilledSheet = lazily(() => import('./unbilled-sheet.tsx'), 'UnbilledSheet')

export function UnbilledWorkPage() {
  const found = useQuery(unbilledQuery)
  const groups = Map.groupBy(found.data?.entries ?? [], ({ customer, month }) => `${customer.id} ${month}`)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {found.isPending ? <PageSkeleton lines={5} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {found.isSuccess && groups.size === 0 ? <p className={classes.quiet}>{texts.none}</p> : null}
      {[...groups].map(([key, entries]) => (
        <UnbilledSheet key={key} entries={entries} />
      ))}
    </Page>
  )
}
