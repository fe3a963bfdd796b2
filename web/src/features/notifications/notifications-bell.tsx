// The way to the notifications in the header, with how many are unread.
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUnread } from './notifications.ts'
import classes from './notifications-bell.module.css'
import { texts } from './texts.ts'

export function NotificationsBell() {
  const unread = useUnread()
  return (
    <Link to="/inbox" className={classes.bell} aria-label={texts.bell(unread)}>
      <IconBell size={20} stroke={1.6} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
