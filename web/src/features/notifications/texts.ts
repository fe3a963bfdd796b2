// The texts of notifications.
export const texts = {
  title: 'Notifications',
  all: 'All',
  unread: 'Unread',
  which: 'Which notifications are shown',
  markAll: 'Mark all as read',
  marked: 'All notifications are marked as read.',
  settings: 'Choose what you are notified of',
  none: 'No notifications yet',
  noneLead:
    'When someone assigns you something, mentions you or asks you, or a date approaches, you see it here.',
  noneUnread: 'Nothing unread',
  noneUnreadLead: 'You are up to date.',
  earlier: 'Show earlier notifications',
  bell: (unread: number) =>
    unread === 0 ? 'Notifications' : `Notifications: ${unread >= 1000 ? '1,000 or more' : unread} unread`,
  isUnread: 'Unread',
} as const
