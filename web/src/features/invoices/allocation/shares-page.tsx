// The shares of all invoices over cost centres and legal entities.
import { Page } from '../../../components/page.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { shareList } from './share-list.tsx'
import { shareListTexts as texts } from './share-texts.ts'

export function SharesPage() {
  return (
    <Page title={texts.title}>
      <ListView definition={shareList} />
    </Page>
  )
}
