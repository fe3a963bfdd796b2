// Shown in place of a page that failed to render.
import { Button, Group } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Page } from '../components/page.tsx'

export function BrokenPage({ reset }: { reset?: () => void }) {
  const router = useRouter()
  return (
    <Page
      title="This page cannot be shown"
      lead="Try it again. If that does not help, load the app again: what you have typed into forms is kept in this tab."
    >
      <Group>
        <Button
          onClick={() => {
            reset?.()
            void router.invalidate()
          }}
        >
          Try again
        </Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the app again
        </Button>
      </Group>
    </Page>
  )
}
