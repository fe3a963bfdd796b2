// All matters that a person sees.
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useMe } from '../../components/me-context.ts'
import { matterList } from './matter-list.tsx'
import { matterListTexts as texts } from './matter-list-texts.ts'

export function MattersPage() {
  const me = useMe()
  return (
    <Page
      title={texts.title}
      actions={
        me.can.createMatters && (
          <ButtonLink to={'/matters/new'} size="sm">
            {texts.create}
          </ButtonLink>
        )
      }
    >
      <ListView definition={matterList} />
    </Page>
  )
}
