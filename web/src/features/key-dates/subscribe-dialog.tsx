// Private addresses for calendar programs: making one, which is shown once, and removing them.
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { MomentCell } from '../../list/cells/cells.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import { feedsQuery, useFeeds } from './key-dates.ts'

export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const feeds = useQuery(feedsQuery)
  const { make, remove } = useFeeds()
  const [scope, setScope] = useState<'Mine' | 'All'>('Mine')
  const [message, setMessage] = useState('')
  const url = make.data?.url
  return (
    <Modal opened onClose={onClose} title={texts.subscribeTitle} size="lg">
      <Stack>
        <Text size="sm">{texts.subscribeHelp}</Text>
        {url === undefined ? (
          <>
            <Radio.Group label={texts.scope} value={scope} onChange={(value) => setScope(value)}>
              <Stack gap="xs" mt="xs">
                <Radio value="Mine" label={texts.scopeMine} />
                <Radio value="All" label={texts.scopeAll} />
              </Stack>
            </Radio.Group>
            <ActionButton
              size="sm"
              style={{ alignSelf: 'start' }}
              busy={make.isPending}
              onClick={() => make.mutate(scope)}
            >
              {texts.makeAddress}
            </ActionButton>
          </>
        ) : (
          <>
            <CopyField label={texts.address} value={url} />
            <Text size="sm">{texts.addressHelp}</Text>
            <Button
              component="a"
              size="sm"
              variant="light"
              style={{ alignSelf: 'start' }}
              href={url.replace(/^https?:/, 'webcal:')}
            >
              {texts.openCalendar}
            </Button>
          </>
        )}
        <ErrorAlert error={make.error ?? remove.error ?? feeds.error} />
        <StatusMessage>{message}</StatusMessage>
        {feeds.data !== undefined && feeds.data.items.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {texts.feeds}
            </Text>
            {feeds.data.items.map((feed) => {
              const what = feed.scope === 'Mine' ? texts.feedMine : texts.feedAll
              return (
                <Group key={feed.id} justify="space-between" gap="xs">
                  <Text size="sm">
                    {what}, {texts.made} <MomentCell value={feed.created.dateUtc} />
                  </Text>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={texts.removeFeedOf(what)}
                    onClick={() => remove.mutate(feed.id, { onSuccess: () => setMessage(texts.feedRemoved) })}
                  >
                    {texts.removeFeed}
                  </Button>
                </Group>
              )
            })}
          </div>
        )}
      </Stack>
    </Modal>
  )
}
