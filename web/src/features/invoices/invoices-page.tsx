// All invoices that a person sees.
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { invoiceList } from './invoice-list.tsx'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'

export function InvoicesPage() {
  return (
    <Page title={texts.title}>
      <ListView definition={invoiceList} />
    </Page>
  )
}
