// The texts of notifications.
export const texts = {
  title: 'Notifications',
  all: 'All',
  unread: 'Unread',
  which: 'Which notifications are shown',
  markAll: 'Mark all as read',
  marked: 'All notifications are marked as read.',
  settings: 'What you are notified of',
  none: 'No notifications yet',
  noneLead: 'When somebody assigns, mentions or asks you, or a date comes near, it is listed here.',
  noneUnread: 'Nothing unread',
  noneUnreadLead: 'You have seen everything.',
  earlier: 'Show earlier ones',
  bell: (unread: number) =>
    unread === 0 ? 'Notifications' : `Notifications: ${unread >= 1000 ? '1,000 or more' : unread} unread`,
  isUnread: 'Unread',
} as const
