// All contracts that a person sees.
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { CreateLink } from '../create/creators-only.tsx'
import { contractList } from './contract-list.tsx'
import { contractListTexts as texts } from './contract-list-texts.ts'

export function ContractsPage() {
  return (
    <Page title={texts.title} actions={<CreateLink create="contract">{texts.create}</CreateLink>}>
      <ListView definition={contractList} />
    </Page>
  )
}
