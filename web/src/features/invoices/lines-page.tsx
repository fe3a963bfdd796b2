// The lines of all invoices that a person sees. The pages of their shares and of money by date
// are loaded with it: they are small.
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { lineListTexts as texts } from './invoice-list-texts.ts'
import { lineList } from './line-list.tsx'

export { MoneyByDatePage } from './by-date/money-page.tsx'
export { SharesPage } from './allocation/shares-page.tsx'

export function LinesPage() {
  return (
    <Page title={texts.title}>
      <ListView definition={lineList} />
    </Page>
  )
}
