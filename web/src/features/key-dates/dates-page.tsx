// Key dates that a person sees: agenda, month, table; and subscribing to them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { keyDateList } from './key-date-list.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'

export function DatesPage() {
  const [subscribing, setSubscribing] = useState(false)
  return (
    <Page
      title={texts.title}
      actions={
        <Button size="sm" variant="default" onClick={() => setSubscribing(true)}>
          {texts.subscribe}
        </Button>
      }
    >
      <ListView definition={keyDateList} />
      {subscribing && <SubscribeDialog onClose={() => setSubscribing(false)} />}
    </Page>
  )
}
