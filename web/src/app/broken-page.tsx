// Shown in place of a page that failed while it was drawn.
import { Button } from '@mantine/core'
import { Page } from '../components/page.tsx'

export function BrokenPage() {
  return (
    <Page title="This page has a fault" lead="It could not be shown. Loading it again often helps.">
      <Button style={{ alignSelf: 'start' }} onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Page>
  )
}
