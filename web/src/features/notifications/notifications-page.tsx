// All notifications of the person, newest first.
import { Button, SegmentedControl } from '@mantine/core'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type Notification, useMarkRead, useNotifications } from './notifications.ts'
import classes from './notifications-page.module.css'
import { OneNotification } from './one-notification.tsx'
import { texts } from './texts.ts'

export function NotificationsPage() {
  const [unread, setUnread] = useState(false)
  const list = useNotifications(unread)
  const markRead = useMarkRead()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const latest = items[0]
  const anyUnread = (list.data?.pages[0]?.unread ?? 0) > 0
  return (
    <Page
      title={texts.title}
      lead={<TextLink to="/me">{texts.settings}</TextLink>}
      actions={
        latest !== undefined && anyUnread ? (
          <ActionButton
            variant="default"
            busy={markRead.isPending}
            onClick={() =>
              markRead.mutate({ upTo: latest.id }, { onSuccess: () => showToast({ text: texts.marked }) })
            }
          >
            {texts.markAll}
          </ActionButton>
        ) : null
      }
    >
      <SegmentedControl
        className={classes.which ?? ''}
        aria-label={texts.which}
        size="xs"
        data={[
          { value: 'all', label: texts.all },
          { value: 'unread', label: texts.unread },
        ]}
        value={unread ? 'unread' : 'all'}
        onChange={(value) => setUnread(value === 'unread')}
      />
      {list.isPending ? <PageSkeleton /> : null}
      {list.isError ? <ErrorPanel error={list.error} retry={list.refetch} /> : null}
      {list.data && items.length === 0 ? <Nothing unread={unread} /> : null}
      <Days items={items} />
      {list.hasNextPage ? (
        <Button
          className={classes.earlier ?? ''}
          variant="default"
          aria-busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.earlier}
        </Button>
      ) : null}
    </Page>
  )
}

function Nothing({ unread }: { unread: boolean }) {
  return unread ? (
    <EmptyState
      icon={<IconBellCheck size={28} stroke={1.4} />}
      title={texts.noneUnread}
      lead={texts.noneUnreadLead}
    />
  ) : (
    <EmptyState icon={<IconBell size={28} stroke={1.4} />} title={texts.none} lead={texts.noneLead} />
  )
}

function Days({ items }: { items: readonly Notification[] }) {
  const format = useFormat()
  const days = [...new Set(items.map(({ at }) => format.date(at)))]
  return days.map((day) => (
    <section key={day} className={classes.day} aria-label={day}>
      <h2 className={classes.title}>{day}</h2>
      <ul className={classes.list}>
        {items
          .filter(({ at }) => format.date(at) === day)
          .map((item) => (
            <OneNotification key={item.id} notification={item} />
          ))}
      </ul>
    </section>
  ))
}
