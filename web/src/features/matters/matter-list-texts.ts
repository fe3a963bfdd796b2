// The words of the list of matters that other records do not have.
export const matterListTexts = {
  manager: 'Manager',
  nextDue: 'Next due date',
  urgent: 'Urgent',
  inIntake: 'In intake',
  requestType: 'Type of request',
  requestDecided: 'Decision on the request',
  exposure: 'Exposure',
  tag: 'Tag',
  addTag: 'Add a tag',
  removeTag: 'Remove a tag',
  newTag: (words: string) => `New tag “${words}”`,
  closed: 'Closed',
  allOpen: 'All open',
  mine: 'Mine, open',
  late: 'Late',
  dueSoon: 'Due in 30 days',
  closedView: 'Closed',
  all: 'All',
  emptyText:
    'A matter holds what belongs to one piece of legal work: its people, files, tasks, messages and costs.',
  openTasks: 'Open tasks',
} as const
