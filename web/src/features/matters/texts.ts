// All texts of the page of a matter that other records do not have.

/** The words of the page of a matter. */
export const matterTexts = {
  tabs: { tasks: 'Tasks', money: 'Money' },
  manager: 'Manager',
  inIntake: 'Waiting in intake',
  tags: {
    title: 'Tags',
    add: 'Add a tag',
    remove: (tag: string) => `Remove tag ${tag}`,
    added: (tag: string) => `Tag “${tag}” added`,
    removed: (tag: string) => `Tag “${tag}” removed`,
    none: 'No tags yet.',
  },
  references: {
    title: 'References',
    names: {
      reference: 'Your reference',
      managerReference: 'Law firm’s reference',
      purchaseOrderNumber: 'Purchase order',
    },
  },
} as const
