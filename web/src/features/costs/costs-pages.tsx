// What legal work costs: inside costs, which are entered and imported here, and all costs together.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { TextLink } from '../../components/links.tsx'
import { useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { insideCostList, legalCostList } from './cost-lists.tsx'
import { insideCostTexts as inside, legalCostTexts as legal } from './texts.ts'

const EnterDialog = lazily(() => import('./enter-dialog.tsx'), 'EnterDialog')
const ImportDialog = lazily(() => import('./import-dialog.tsx'), 'ImportDialog')

export function LegalCostsPage() {
  return (
    <Page title={legal.title} lead={legal.lead}>
      <ListView definition={legalCostList} />
    </Page>
  )
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
          {inside.lead}{' '}
          <TextLink to="/reports/report" search={{ ready: 'inside-against-outside' } as never} inherit>
            {inside.report}
          </TextLink>
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
