// The lines of all invoices that a person sees. The page of their shares is loaded with it: it is small.
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { lineListTexts as texts } from './invoice-list-texts.ts'
import { lineList } from './line-list.tsx'

export { SharesPage } from './allocation/shares-page.tsx'

export function LinesPage() {
  return (
    <Page title={texts.title}>
      <ListView definition={lineList} />
    </Page>
  )
}
