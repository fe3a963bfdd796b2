// How people are notified who have not chosen themselves: set by administrators for their organisation.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { exceptStale, useBeginAgain } from '../../forms/begin-again.ts'
import { showToast } from '../../components/toast-store.ts'
import { type NotificationDefaults, notificationDefaultsQuery, useSetNotificationDefaults } from './me.ts'
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
        {data ? <DefaultsForm key={data.etag} defaults={data.value} etag={data.etag} /> : null}
      </div>
    </Page>
  )
}

function DefaultsForm({ defaults, etag }: { defaults: NotificationDefaults; etag: string | undefined }) {
  const beginAgain = useBeginAgain(notificationDefaultsQuery.queryKey, texts.stale)
  const save = useSetNotificationDefaults()
  const [ways, setWays] = useState(defaults.notify)
  const submit = () =>
    save.mutate(
      { notify: ways, etag },
      {
        onSuccess: () => showToast({ text: texts.saved }),
        onError: beginAgain,
      },
    )
  return (
    <Panel title={texts.panel}>
      <NotificationWays ways={ways} onChange={(kind, way) => setWays({ ...ways, [kind]: way })} />
      <ErrorAlert error={exceptStale(save.error)} />
      <Group>
        <ActionButton busy={save.isPending} onClick={submit}>
          {texts.save}
        </ActionButton>
        <Button variant="default" onClick={() => setWays(defaults.standard)}>
          {texts.standard}
        </Button>
      </Group>
    </Panel>
  )
}
