// The tags of the documents, in groups, in the order in which they are best read, and the words of the addresses that
// each has: a new route of a noun gets the tag of its noun without saying so.
import { integrationTags } from './integration-tags.ts'
import type { TagGroup } from './tag-group.ts'

/** Every tag, by group. */
export const tagGroups: readonly TagGroup[] = [
  {
    name: 'First calls',
    tags: [
      {
        name: 'Authorization',
        description: 'Getting and refreshing access tokens.',
        words: ['auth'],
      },
      {
        name: 'Me',
        description:
          'The caller: who they are, what waits for them, what they viewed, where they are signed in.',
        words: ['me', 'my'],
        first: ['me', 'my'],
      },
      {
        name: 'Search',
        description: 'Finding records by a few letters, and words in everything.',
        words: ['search', 'quickfind'],
      },
    ],
  },
  {
    name: 'Records',
    tags: [
      {
        name: 'Matters',
        description:
          'Legal work: a matter has an owner, a manager, members, a status, and everything else attached to it.',
        words: ['matters', 'matters/fields'],
      },
      {
        name: 'Contracts',
        description: 'Agreements from draft to expiry, with their stage, value, dates and documents.',
        words: ['contracts', 'contracts/fields', 'contractstemplates'],
      },
      {
        name: 'People on records',
        description: 'Who is a member, owner, manager or delegate of a matter or contract.',
        words: ['members', 'viewers', 'delegates', 'contracts/users', 'matters/users'],
      },
      {
        name: 'Messages',
        description: 'Status messages and conversations on records.',
        words: ['statusmessages', 'conversation'],
      },
      {
        name: 'Tasks',
        description: 'What is to be done on matters, and templates for it.',
        words: ['tasks', 'tasktemplates'],
      },
      { name: 'Tags', description: 'Words that matters are grouped by.', words: ['tags'] },
      {
        name: 'Key dates',
        description: 'Dates of contracts that must not be missed, and notice periods.',
        words: ['keydates', 'noticeperiod'],
      },
      {
        name: 'Approvals',
        description: 'Asking for approval of contracts, and the rules of who approves.',
        words: ['approvals', 'approvalrules', 'approvaldefaults'],
      },
      {
        name: 'Signing',
        description:
          'Contracts that are signed here or with a signing service, the certificate that seals them, and checks of what was sealed.',
        words: [
          'signaturerequests',
          'signingservices',
          'signingcertificates',
          'timestampauthority',
          'sealchecks',
        ],
      },
      {
        name: 'Parties',
        description: 'The counterparties of contracts.',
        words: ['parties', 'contractparties', 'entities'],
      },
      {
        name: 'Bin and legal holds',
        description:
          'Deleted records and files, until they are purged; what must not be deleted; records without people.',
        words: ['bin', 'hold', 'legalholds', 'unattended', 'takeover'],
        first: ['bin', 'legalholds', 'unattended'],
      },
    ],
  },
  {
    name: 'Requests and law firms',
    tags: [
      {
        name: 'Intake',
        description: 'Requests to the legal department, and taking them on as matters.',
        words: ['intake', 'requests', 'requesttypes'],
      },
      {
        name: 'Law firms',
        description: 'Working with other organisations: links, and the scope and terms of a matter.',
        words: [
          'lawfirms',
          'organizationlinks',
          'organizationlinkoffers',
          'scope',
          'terms',
          'firmrights',
          'clients',
        ],
      },
    ],
  },
  {
    name: 'Files and mail',
    tags: [
      {
        name: 'Files',
        description: 'Files, folders, versions, locks and links of records.',
        words: ['files', 'files/uploads', 'folders', 'filelinks', 'stagedfiles'],
      },
      {
        name: 'Uploads',
        description: 'Large files in pieces, by the tus protocol.',
        words: ['uploads'],
        first: ['uploads'],
      },
      {
        name: 'Mail',
        description: 'Mail saved with records.',
        words: ['emails', 'emailthreads', 'emaildrafts'],
      },
    ],
  },
  {
    name: 'Invoices',
    tags: [
      {
        name: 'Invoices',
        description: 'Invoices of matters: importing, reviewing, approving and paying them.',
        words: [
          'invoices',
          'invoicelines',
          'invoicerecipients',
          'recipients',
          'accruals',
          'unbilledwork',
          'agreedrates',
          'exchangerates',
          'insidecosts',
          'legalcosts',
          'rateproposals',
          'financeexports',
          'costcentres',
          'purchaseorders',
          'taxcodes',
          'feearrangements',
          'invoiceallocations',
          'moneybydate',
          'legalentities',
        ],
      },
    ],
  },
  {
    name: 'Following',
    tags: [
      {
        name: 'Overviews',
        description: 'Everything a page about a record needs, in one call.',
        words: ['overview'],
      },
      { name: 'History', description: 'Who changed what, and when.', words: ['history'] },
      { name: 'Views', description: 'Saved filters and columns of lists.', words: ['views'] },
      {
        name: 'Reports',
        description: 'Figures of lists by groups: spend, time, workload.',
        words: ['reports', 'dashboards'],
      },
      {
        name: 'Notifications',
        description: 'What a person is notified of, and changes as they happen.',
        words: ['notifications', 'notificationdefaults', 'stream'],
      },
      {
        name: 'Jobs',
        description: 'Changes of many records that go on in the background.',
        words: ['jobs', 'backgroundwork'],
      },
    ],
  },
  {
    name: 'People and organisations',
    tags: [
      {
        name: 'People',
        description: 'The people of an organisation: inviting, rights, profiles, leaving.',
        words: ['users', 'invitations', 'firminvitations', 'customroles', 'abilities'],
      },
      {
        name: 'Teams',
        description: 'Groups of people that records are assigned to.',
        words: ['teams', 'teams/members'],
      },
      {
        name: 'Imports',
        description:
          'Moving in: tables and files that become people, matters, contracts and what belongs to them.',
        words: ['imports', 'importkinds', 'importmappings'],
        first: ['imports'],
      },
      {
        name: 'Organisations',
        description: 'The organisation, its departments, regions, features and financial settings.',
        words: [
          'organizations',
          'organisations',
          'departments',
          'regions',
          'financialsettings',
          'workingcalendar',
          'numbering',
          'statusnames',
          'mailsettings',
          'mailtexts',
          'features',
          'signinpolicy',
          'signinprovider',
          'maildomains',
          'provisioningtokens',
          'provisionedgroups',
        ],
      },
    ],
  },
  {
    name: 'Configuration',
    tags: [
      {
        name: 'Matter types',
        description: 'The types of matters, and their forms.',
        words: [
          'typeusage',
          'startersets',
          'firststeps',
          'demodata',
          'mattertypes',
          'mattertypes/forms',
          'mattercategories',
        ],
      },
      {
        name: 'Contract types',
        description: 'The types of contracts in their groups, their forms and wizards; clauses.',
        words: [
          'contracttypes',
          'contracttypes/forms',
          'contractgroups',
          'clauses',
          'noticetemplate',
          'documentreader',
        ],
      },
      {
        name: 'Fields',
        description: 'Custom fields, their options, and the forms that show them.',
        words: ['fields', 'forms', 'lookupfields'],
      },
      {
        name: 'Reference lists',
        description: 'What people choose from: how often each entry is used, in which order, replacing it.',
        words: ['referencelists'],
        first: ['referencelists'],
      },
    ],
  },
  integrationTags,
]
