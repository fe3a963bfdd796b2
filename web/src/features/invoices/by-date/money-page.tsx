// Money by date: every amount that reports of it add up.
import { Page } from '../../../components/page.tsx'
import { ListView } from '../../../list/list-view.tsx'
import { moneyList } from './money-list.tsx'
import { moneyTexts as texts } from './money-texts.ts'

export function MoneyByDatePage() {
  return (
    <Page title={texts.title}>
      <ListView definition={moneyList} />
    </Page>
  )
}
