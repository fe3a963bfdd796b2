// The queue of the legal department: what nobody has taken on yet, the earliest promise first. The keys act on the row
// of the keyboard.
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import type { ListedRequest } from './intake.ts'
import { useIntakeActions } from './intake-actions.tsx'
import { queueList } from './queue-list.tsx'
import { RequestActions } from './request-row-actions.tsx'
import { queueTexts as texts } from './texts.ts'

export function QueuePage() {
  const [active, setActive] = useState<ListedRequest>()
  const { actionsOn, dialogs } = useIntakeActions(active)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <RequestActions value={actionsOn}>
        <ListView definition={queueList} onActiveRow={setActive} />
      </RequestActions>
      {dialogs}
    </Page>
  )
}
