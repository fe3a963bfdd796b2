// How people are notified who have not chosen themselves: set by administrators for their organisation.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Version } from '../../lib/conflict.ts'
import {
  type NotificationDefaults,
  notificationDefaultsQuery,
  useNotificationDefaultsForm,
} from './notification-defaults.ts'
import { NotificationWays } from './notification-ways.tsx'
import classes from './preferences-page.module.css'
import { defaultsTexts as texts } from './texts.ts'

export function NotificationDefaultsPage() {
  const { data, error, isPending, refetch } = useQuery(notificationDefaultsQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className={classes.parts}>
        {isPending ? <PageSkeleton lines={10} /> : null}
        {error ? <ErrorPanel error={error} retry={refetch} /> : null}
        {data ? (
          <ConflictAsker>
            <DefaultsForm read={data} />
          </ConflictAsker>
        ) : null}
      </div>
    </Page>
  )
}

function DefaultsForm({ read }: { read: Version<NotificationDefaults> }) {
  const { next: ways, setNext: setWays, save } = useNotificationDefaultsForm(read)
  const submit = () =>
    save.mutate(ways, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  return (
    <Panel title={texts.panel}>
      <NotificationWays ways={ways} onChange={(kind, way) => setWays({ ...ways, [kind]: way })} />
      <ErrorAlert error={save.error} />
      <Group>
        <ActionButton busy={save.isPending} onClick={submit}>
          {texts.save}
        </ActionButton>
        <Button variant="default" onClick={() => setWays(read.value.standard)}>
          {texts.standard}
        </Button>
      </Group>
    </Panel>
  )
}
