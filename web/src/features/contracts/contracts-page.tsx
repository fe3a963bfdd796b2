// All contracts that a person sees.
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useMe } from '../../components/me-context.ts'
import { contractList } from './contract-list.tsx'
import { contractListTexts as texts } from './contract-list-texts.ts'

export function ContractsPage() {
  const me = useMe()
  return (
    <Page
      title={texts.title}
      actions={
        me.can.createContracts && (
          <ButtonLink to={'/contracts/new'} size="sm">
            {texts.create}
          </ButtonLink>
        )
      }
    >
      <ListView definition={contractList} />
    </Page>
  )
}
