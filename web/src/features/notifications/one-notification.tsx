// One notification: opening it marks it as read.
import {
  IconActivity,
  IconAt,
  IconChecklist,
  IconClock,
  IconFileCheck,
  IconInbox,
  IconMessage,
  IconMessageQuestion,
  IconReceipt,
  IconShieldLock,
  IconSignature,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { kindOfType } from '../../app/record-kinds.ts'
import { useFormat } from '../../components/format-context.ts'
import { routeAt, routeOf } from '../../lib/addresses/route-of.ts'
import { type Notification, useMarkRead } from './notifications.ts'
import classes from './one-notification.module.css'
import { texts } from './texts.ts'

const icons: Readonly<Record<Notification['kind'], Icon>> = {
  assigned: IconUserPlus,
  mentioned: IconAt,
  message: IconMessage,
  approval: IconFileCheck,
  signature: IconSignature,
  invoice: IconReceipt,
  question: IconMessageQuestion,
  intake: IconInbox,
  taskDue: IconChecklist,
  status: IconActivity,
  reminder: IconClock,
  security: IconShieldLock,
}

/** Where what it says can be answered. */
function placeOf({ kind, about, record }: Notification): { readonly to: string; readonly tab?: string } {
  if (about && about.type !== 'Message') return { to: routeOf(about.type, about.id) ?? '/' }
  const to = routeAt(record.url)
  // the page of a request has no tabs
  if (to.startsWith('/requests/')) return { to }
  if (about?.type === 'Message') return { to, tab: 'messages' }
  if (record.type === 'Organization') return { to }
  const tab = kindOfType(record.type).notifiedTabs?.[kind]
  return tab === undefined ? { to } : { to, tab }
}

export function OneNotification({ notification }: { notification: Notification }) {
  const { id, at, kind, text, record, read } = notification
  const { to, tab } = placeOf(notification)
  const format = useFormat()
  const markRead = useMarkRead()
  const Glyph = icons[kind]
  return (
    <li className={classes.line} data-read={read}>
      <Glyph size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.words}>
        <Link
          to={to}
          search={{ tab } as never}
          className={classes.text}
          onClick={() => {
            if (!read) markRead.mutate({ ids: [id] })
          }}
        >
          {text}
        </Link>
        <span className={classes.record}>
          {record.name}
          {record.displayId ? ` · ${record.displayId}` : ''}
        </span>
      </span>
      {read ? null : (
        <span className={classes.dot}>
          <span>{texts.isUnread}</span>
        </span>
      )}
      <time dateTime={at} title={format.exactly(at)} className={classes.time}>
        {format.time(at)}
      </time>
    </li>
  )
}
