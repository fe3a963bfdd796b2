// The words of the list of contracts that other records do not have.
export const contractListTexts = {
  expiry: 'Expiry',
  parties: 'Counterparty',
  document: 'Document',
  matter: 'Matter',
  executed: 'Executed',
  stageSince: 'In this status since',
  active: 'In progress',
  mine: 'Mine',
  inForce: 'In force',
  expiring: 'Expiring in 90 days',
  waiting: 'Waiting for approval or signature',
  all: 'All',
  emptyText: 'Upload a contract you have, or draft one from a template by answering a few questions.',
  version: 'Version',
} as const
