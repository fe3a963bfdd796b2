// All texts of conversations.

/** The words of conversations of records. */
export const conversationTexts = {
  label: 'Messages, the latest last',
  earlier: 'Show earlier messages',
  none: 'Nobody has written yet. What you write here is seen by everybody on this page’s list of people.',
  noneToRead: 'Nobody has written yet.',
  notLoaded: 'The messages could not be loaded',
  write: 'Write a message',
  placeholder: 'Write a message. Type @ to mention somebody.',
  send: 'Send',
  hint: 'Ctrl and Enter send',
  mention: 'People to mention',
  sent: 'Message sent',
  mail: 'Mail',
  edited: 'edited',
  edit: 'Edit',
  remove: 'Delete',
  removed: 'Message deleted',
  changed: 'Message changed',
  menu: 'What to do with this message',
  save: 'Save',
  cancel: 'Cancel',
  whole: 'Show all of it',
} as const
