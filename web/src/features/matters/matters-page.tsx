// All matters that a person sees.
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { CreateLink } from '../create/creators-only.tsx'
import { matterList } from './matter-list.tsx'
import { matterListTexts as texts } from './matter-list-texts.ts'

export function MattersPage() {
  return (
    <Page title={texts.title} actions={<CreateLink create="matter">{texts.create}</CreateLink>}>
      <ListView definition={matterList} />
    </Page>
  )
}
