// Subscribing to topics, and showing the signing secret at once.
import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { ShownSecret } from './shown-secret.tsx'
import { TopicsField } from './topics-field.tsx'
import { type Topic, useSubscribe } from './webhooks.ts'
import classes from './webhooks.module.css'

export function NewWebhookPage() {
  const navigate = useNavigate()
  const subscribe = useSubscribe()
  const [url, setUrl] = useState('')
  const [clientState, setClientState] = useState('')
  const [topics, setTopics] = useState<Topic[]>([])
  const { error, data: made } = subscribe

  function submit(event: FormEvent) {
    event.preventDefault()
    subscribe.mutate({
      topics,
      subscriptionUrl: url.trim(),
      clientState: clientState === '' ? null : clientState,
    })
  }

  if (made !== undefined) {
    return (
      <Page key="made" title="Subscribed">
        <Panel>
          <ShownSecret secret={made.signingSecret} />
          <ButtonLink
            to="/administration/webhooks/$id"
            params={{ id: String(made.id) }}
            style={{ alignSelf: 'start' }}
          >
            Continue to the subscription
          </ButtonLink>
        </Panel>
      </Page>
    )
  }
  return (
    <Page key="form" title="Subscribe to changes">
      <Panel>
        <form className={classes.form} onSubmit={submit} noValidate>
          <ErrorAlert error={error} shownFields={['subscriptionUrl', 'clientState', 'topics']} />
          <TextInput
            label="Address"
            description="Where notifications are sent: https, and reachable from the internet. It cannot be changed later."
            required
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://hooks.example.com/chancery"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={fieldError(error, 'subscriptionUrl')}
          />
          <TextInput
            label="Client state"
            description="Optional: a text of yours that every notification contains, at most 128 characters."
            maxLength={128}
            autoComplete="off"
            value={clientState}
            onChange={(event) => setClientState(event.currentTarget.value)}
            error={fieldError(error, 'clientState')}
          />
          <TopicsField value={topics} onChange={setTopics} error={fieldError(error, 'topics')} />
          <Group>
            <ActionButton type="submit" busy={subscribe.isPending}>
              Subscribe
            </ActionButton>
            <Button variant="default" onClick={() => void navigate({ to: '/administration/webhooks' })}>
              Cancel
            </Button>
          </Group>
        </form>
      </Panel>
    </Page>
  )
}
