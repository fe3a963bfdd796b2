// All invoices that a person sees.
import { ButtonLink } from '../../components/links.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { invoiceList } from './invoice-list.tsx'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'

export function InvoicesPage() {
  const me = useMe()
  const canBill = me.can.manageInvoices || kindOf(me) === 'law firm'
  return (
    <Page
      title={texts.title}
      actions={
        canBill ? (
          <>
            {me.can.manageInvoices && me.organization.type === 'Customer' ? (
              <ButtonLink to="/invoices/exports" variant="default">
                {texts.exports}
              </ButtonLink>
            ) : null}
            {me.organization.type === 'Customer' ? (
              <ButtonLink to="/accruals" variant="default">
                {texts.accruals}
              </ButtonLink>
            ) : (
              <ButtonLink to="/unbilled-work" variant="default">
                {texts.unbilled}
              </ButtonLink>
            )}
            <ButtonLink to="/invoices/orders" variant="default">
              {texts.orders}
            </ButtonLink>
            <ButtonLink to="/rates" variant="default">
              {texts.rates}
            </ButtonLink>
            <ButtonLink to="/invoices/new" variant="default">
              {texts.keyIn}
            </ButtonLink>
            <ButtonLink to="/invoices/post" variant="default">
              {texts.post}
            </ButtonLink>
          </>
        ) : null
      }
    >
      <ListView definition={invoiceList} />
    </Page>
  )
}
