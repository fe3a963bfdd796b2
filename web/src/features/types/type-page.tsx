// The page of one type: its parts as tabs.
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../records/page-tabs.tsx'
import { typesTexts as texts } from './texts.ts'
import type { TypeTab } from './type-kind.ts'

export function TypePage(props: { title: string; lead?: string | undefined; tabs: readonly TypeTab[] }) {
  const { title, lead, tabs } = props
  return (
    <Page
      title={title}
      {...(lead === undefined ? {} : { lead })}
      actions={<TextLink to="/administration/types">{texts.back}</TextLink>}
    >
      <PageTabs tabs={tabs} />
    </Page>
  )
}
