// All texts of conversations.

/** The words of conversations of records. */
export const conversationTexts = {
  label: 'Messages, the latest last',
  earlier: 'Show earlier messages',
  none: 'No messages yet. What you write is seen by everyone who can see this page.',
  noneToRead: 'No messages yet.',
  notLoaded: 'The messages could not be loaded',
  write: 'Write a message',
  placeholder: 'Write a message. Type @ to mention someone.',
  send: 'Send',
  hint: (key: string) => `${key} to send`,
  mention: 'People to mention',
  nobody: (typed: string, mayAdd: boolean) =>
    mayAdd
      ? `No one is called “${typed}”.`
      : `No one here is called “${typed}”. Ask the owner to add them before you mention them.`,
  notOnIt: (one: string) => `Not on this ${one}`,
  addTitle: (name: string, one: string) => `Add ${name} to this ${one}?`,
  addMeans: (name: string, email: string, one: string) =>
    `${name} (${email}) is not on this ${one} and would not see your message. Once added, they see everything on it, earlier messages too.`,
  add: 'Add them',
  notAdded: 'Send without mentioning them',
  sent: 'Message sent',
  mail: 'Email',
  otherSide: 'of the other side',
  edited: 'edited',
  edit: 'Edit',
  remove: 'Delete',
  removed: 'Message deleted',
  changed: 'Message changed',
  menu: 'Actions for this message',
  save: 'Save',
  cancel: 'Cancel',
  whole: 'Show the whole message',
} as const
