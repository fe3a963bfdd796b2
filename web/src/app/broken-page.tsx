// Shown in place of a page that failed to render.
import { Button } from '@mantine/core'
import { Page } from '../components/page.tsx'

export function BrokenPage() {
  return (
    <Page title="This page has an error" lead="It could not be shown. Reloading often helps.">
      <Button style={{ alignSelf: 'start' }} onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </Page>
  )
}
