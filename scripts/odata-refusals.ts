// What the items of v2 lists show and a $filter refuses, each with its reason, for docs/odata-properties.md. Generation
// fails if a property that is shown neither filters nor stands here, or if one that stands here filters.

/** By the path of the property; what is below it is refused with it. */
export type Refusals = Readonly<Record<string, string>>

const nameOf = (person: string): string => `is put together from the names of the person: use ${person}`
const created: Refusals = { 'Created/UserName': nameOf('Created/User/FirstName and LastName') }
const deleted: Refusals = { 'Deleted/UserName': nameOf('Deleted/User/FirstName and LastName') }

const files: Refusals = {
  DisplayId: 'is put together from the prefix of the installation, the id and the version: use Id',
  'Folder/Name': 'use Folder/Id',
  'Folder/Folder': 'only the folder that a file lies in can be asked for, not those above it: use Folder/Id',
}

const rights: Refusals = { Can: 'follows from the rights of the reader' }

const history: Refusals = {
  'Record/Name': 'is the present name: use Record/Id',
  Person: 'is one of the facts of an act: use Action',
  'Person/Id': 'is one of the facts of an act: use Action',
  'Person/Name': 'is one of the facts of an act: use Action',
  'User/Name': 'is the present name: use User/Id',
  'User/Email': 'is the present address: use User/Id',
  System: 'is there where User is not: use User/Id eq null',
  Guest: 'is one of the facts of an act: use Action',
  'Client/Name': 'is the present name: use Client/Id',
  Changes: 'are put into words when they are read, with the rights of the reader: use Action',
}

/** The refusals of a list, by the first of its paths in odata-lists.ts. */
export const refusalsOf: Readonly<Record<string, Refusals>> = {
  '/v2/approvals': { Amounts: 'are several custom fields: filter the contracts by them' },
  '/v2/keyDates': { ...created, Reminders: 'is a list of numbers of days' },
  '/v2/customRoles': {
    Permissions: 'is a list: read it, there are 200 roles at most',
    Groups: 'is a list: read it, there are 200 roles at most',
  },
  '/v2/reports': { ...rights, By: 'is a list of names', Measures: 'is a list of names' },
  '/v2/dashboards': { ...rights, Tiles: 'is a list' },
  '/v2/reports/mailings': { Name: 'is that of a saved or of a ready-made report: use Report/Name and Ready' },
  '/v2/tasks': created,
  '/v2/intake': {
    DisplayId: 'is put together from the prefix of the installation and a number: use Id',
    Steps: 'follow from what was done with the request: use Next',
    SelfService: 'is false for all: what is made at once does not wait',
    Contract: 'is shown by the rights of the reader: filter the list of contracts',
  },
  '/v2/matters/{matterId}/members': {
    Roles: 'follow from the record and the membership together: use Owner and Manager of the list of records',
    Note: 'is hidden from people of other organisations',
    'Added/UserName': 'is hidden from people of other organisations',
  },
  '/v2/matters/{matterId}/statusMessages': created,
  '/v2/files': { ...files, Version: 'counts the contents of one file' },
  '/v2/fileLinks': files,
  '/v2/contractParties': created,
  '/v2/taxCodes': { ...created, Rates: 'is a list' },
  '/v2/purchaseOrders': created,
  '/v2/referenceLists/{list}/entries': { UsedBy: 'is counted by kind: use Uses' },
  '/v2/bin/matters': { ...deleted, ...rights },
  '/v2/legalHolds/matters': { 'Held/UserName': nameOf('Held/User/FirstName and LastName') },
  '/v2/bin': deleted,
  '/v2/fields/{fieldId}/options': { Properties: 'is whatever an integration has stored with the option' },
  '/v2/invoices': {
    ...created,
    'Approved/UserName': nameOf('Approved/User/FirstName and LastName'),
    'ServiceProvider/Name': 'use ProviderName, which all invoices have, or ServiceProvider/Id',
  },
  '/v2/invoiceLines': {
    OwnCurrency: 'is spread over all lines of an invoice when it is read: use reports in the own currency',
  },
  '/v2/financeExports': {
    Totals: 'is a list of sums',
    'Created/UserName': nameOf('Created/User/FirstName and LastName'),
    'Ended/UserName': nameOf('Ended/User/FirstName and LastName'),
  },
  '/v2/agreedRates': { 'Set/UserName': nameOf('Set/User/FirstName and LastName') },
  '/v2/insideCosts': { 'Set/UserName': nameOf('Set/User/FirstName and LastName') },
  '/v2/exchangeRates': { 'Set/UserName': nameOf('Set/User/FirstName and LastName') },
  '/v2/emailThreads/{threadId}/messages': { To: 'is a list of addresses' },
  '/v2/emailDrafts': { Recipients: 'is a list of people' },
  '/v2/matters/{matterId}/conversation': {
    Recipients: 'is a list of people',
    Mentions: 'is a list of people',
  },
  '/v2/organizations': { DisplayIdPrefix: 'is a setting of the installation, the same for all' },
  '/v2/history': history,
  '/v2/views': {
    Filter: 'is a query itself',
    OrderBy: 'is a query itself',
    Columns: 'is part of how a view looks',
    GroupBy: 'is part of how a view looks',
    ...rights,
  },
}

/** Lists of sums and figures: their $filter says which records go into them, not which rows are answered. */
export const reports: ReadonlySet<string> = new Set(['/v2/contracts/stageTimes'])
