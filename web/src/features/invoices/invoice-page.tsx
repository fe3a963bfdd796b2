// One invoice on a page of its own: where mails, notifications and other systems lead to.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { answer, client } from '../../lib/client.ts'
import { showing } from '../../lib/stale.ts'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'
import { InvoicePeek } from './invoice-peek.tsx'

const route = getRouteApi('/signed-in/invoices/$id')

export function InvoicePage() {
  const { id } = route.useParams()
  const invoice = useQuery({
    queryKey: ['invoices', 'one', id],
    queryFn: () => answer(client.GET('/v2/invoices/{invoiceId}', { params: { path: { invoiceId: id } } })),
    ...showing(`invoice/${id}`),
  })
  if (invoice.isPending) return <PageSkeleton />
  if (invoice.data === undefined) {
    return (
      <Page title={texts.invoice}>
        <ErrorPanel error={invoice.error} title={texts.notShown} retry={invoice.refetch} />
      </Page>
    )
  }
  return (
    <Page title={`${texts.invoice} ${invoice.data.number}`} lead={invoice.data.providerName}>
      <Panel>
        <InvoicePeek row={invoice.data} />
      </Panel>
    </Page>
  )
}
