// The starter sets of disputes, privacy and intellectual property.
import { ask, basics, lawClause, parties, shared } from './shared-fields.ts'
import { agreement, choices, type StarterSet } from './starter-set.ts'

export const disputes: StarterSet = {
  name: 'disputes',
  title: 'Disputes',
  description: 'Claims by and against you, inquiries of authorities, and settlements from a template.',
  fields: [
    ...shared,
    { apiName: 'starterOpponent', title: 'Opponent', type: 'ShortText', meaning: 'OtherParty' },
    { apiName: 'starterClaimed', title: 'Amount claimed', type: 'Currency', rangeStart: 0 },
    {
      apiName: 'starterProceedings',
      title: 'Where',
      type: 'Dropdown',
      options: choices('Not yet in proceedings', 'Court', 'Arbitration', 'Authority'),
    },
    { apiName: 'starterCourt', title: 'Court', type: 'ShortText' },
    { apiName: 'starterDeadline', title: 'Next deadline', type: 'Date' },
    { apiName: 'starterInsured', title: 'The insurer has been told', type: 'Checkbox' },
    {
      apiName: 'starterSettlement',
      title: 'Amount of the settlement',
      type: 'Currency',
      meaning: 'Value',
      rangeStart: 0,
    },
  ],
  matterTypes: [
    {
      name: 'Disputes',
      description: 'Claims, proceedings, and inquiries of authorities.',
      below: ['Claim against us', 'Claim by us', 'Inquiry of an authority'],
      form: [
        ask('starterOpponent'),
        'starterClaimed',
        'starterProceedings',
        { field: 'starterCourt', when: { field: 'starterProceedings', operator: 'eq', value: 'Court' } },
        'starterDeadline',
        'starterInsured',
      ],
      statusNames: {
        Draft: 'Threatened',
        Scoping: 'Filed',
        Review: 'Discovery',
        Active: 'Trial',
        OnHold: 'Stayed',
        Complete: 'Decided or settled',
      },
    },
  ],
  contractTypes: [
    {
      name: 'Settlement agreement',
      description: 'What ends a dispute.',
      group: 'Disputes',
      category: 'Commercial',
      form: [...basics, ask('starterSettlement')],
      template: agreement('Settlement agreement', parties, [
        [
          'Payment',
          '{starterSettlement} are paid within thirty days, in full and final settlement of the dispute.',
        ],
        [
          'Release',
          'With the payment, neither party has any further claim against the other from the dispute.',
        ],
        [
          'Confidentiality',
          'The parties keep the terms of this agreement confidential, except where the law requires otherwise.',
        ],
        lawClause,
      ]),
    },
  ],
  requestTypes: [
    {
      title: 'Report a claim',
      help: 'Somebody claims something, or threatens to. Attach what they wrote, and answer nothing yourself.',
      matterType: 'Disputes',
      answerWithinDays: 1,
    },
  ],
}

export const privacy: StarterSet = {
  name: 'privacy',
  title: 'Privacy',
  description:
    'Requests of people about their data, incidents, and data processing agreements from a template.',
  fields: [
    ...shared,
    { apiName: 'starterPerson', title: 'Person concerned', type: 'ShortText' },
    { apiName: 'starterReceived', title: 'Received on', type: 'Date' },
    {
      apiName: 'starterRight',
      title: 'What they ask for',
      type: 'Dropdown',
      options: choices('Access', 'Correction', 'Erasure', 'Objection', 'Portability'),
    },
    { apiName: 'starterIdentity', title: 'Their identity is verified', type: 'Checkbox' },
    { apiName: 'starterDiscovered', title: 'Discovered on', type: 'Date' },
    { apiName: 'starterAffected', title: 'People affected', type: 'Decimal', rangeStart: 0 },
    { apiName: 'starterNotified', title: 'The authority was notified', type: 'Checkbox' },
    { apiName: 'starterData', title: 'Personal data that is processed', type: 'LongText' },
  ],
  matterTypes: [
    {
      name: 'Request about personal data',
      description: 'Somebody asks what we have of them, or that it is corrected or erased.',
      form: [ask('starterPerson'), ask('starterReceived'), ask('starterRight'), 'starterIdentity'],
      statusNames: {
        Draft: 'Received',
        Scoping: 'Checking identity',
        Review: 'Collecting',
        Active: 'Redacting',
        OnHold: 'Time extended',
        Complete: 'Answered',
      },
    },
    {
      name: 'Data incident',
      description: 'Personal data was lost, or seen by somebody who should not.',
      form: [
        ask('starterDiscovered'),
        'starterAffected',
        { field: 'starterNotified', when: { field: 'starterAffected', operator: 'gt', value: '0' } },
      ],
      statusNames: {
        Draft: 'Reported',
        Scoping: 'Assessing',
        Review: 'Notifying',
        Active: 'Remedying',
        Complete: 'Closed',
      },
    },
  ],
  contractTypes: [
    {
      name: 'Data processing agreement',
      description: 'Somebody processes personal data for us.',
      group: 'Privacy',
      category: 'Purchasing',
      form: [...basics, ask('starterData')],
      template: agreement('Data processing agreement', parties, [
        [
          'Processing',
          'The processor processes personal data for {organisationName} on its written instructions only: {starterData}',
        ],
        [
          'Security',
          'The processor takes appropriate technical and organisational measures, and reports a breach without undue delay, within forty-eight hours at the latest.',
        ],
        ['Others', 'The processor engages others only with prior written consent, on the same terms.'],
        ['End', 'At the end the processor erases the data or returns it, as it is asked.'],
        lawClause,
      ]),
    },
  ],
  requestTypes: [
    {
      title: 'Report a data incident',
      help: 'At once, even if you are not sure. Do not delete anything.',
      matterType: 'Data incident',
      answerWithinDays: 0,
    },
    {
      title: 'Somebody asks about their data',
      help: 'Attach what they wrote. The law gives us a month in most places.',
      matterType: 'Request about personal data',
      answerWithinDays: 5,
    },
  ],
}

export const ip: StarterSet = {
  name: 'ip',
  title: 'Intellectual property',
  description: 'Trade marks, patents and infringements, and assignments from a template.',
  fields: [
    ...shared,
    { apiName: 'starterMark', title: 'Name or invention', type: 'ShortText' },
    {
      apiName: 'starterTerritories',
      title: 'Where',
      description: 'Countries or regions.',
      type: 'ShortText',
    },
    { apiName: 'starterFiled', title: 'Filed on', type: 'Date' },
    { apiName: 'starterRegistration', title: 'Number of the registration', type: 'ShortText' },
    { apiName: 'starterRenewal', title: 'Renewal', type: 'Date', meaning: 'RenewalDate' },
    { apiName: 'starterPrice', title: 'Price', type: 'Currency', meaning: 'Value', rangeStart: 0 },
  ],
  matterTypes: [
    {
      name: 'Intellectual property',
      description: 'What we have made and named, and what others have.',
      below: ['Trade mark', 'Patent', 'Infringement'],
      form: [
        ask('starterMark'),
        'starterTerritories',
        'starterFiled',
        { field: 'starterRegistration', when: { field: 'starterFiled', operator: 'filled', value: null } },
        'starterRenewal',
      ],
      statusNames: {
        Draft: 'Disclosed',
        Scoping: 'Clearance',
        Review: 'Filing',
        Active: 'Examination',
        OnHold: 'Deferred',
        Complete: 'Granted or closed',
      },
    },
  ],
  contractTypes: [
    {
      name: 'Assignment of rights',
      description: 'Rights that become ours, or theirs.',
      group: 'Intellectual property',
      category: 'Commercial',
      form: [...basics, ask('starterMark'), 'starterPrice'],
      template: agreement('Assignment of rights', parties, [
        [
          'Assignment',
          'All rights in {starterMark} are assigned with full title, with effect from {starterStart}.',
        ],
        [
          'Price',
          '{#starterPrice}The price is {starterPrice}.{/starterPrice}{^starterPrice}The assignment is free of charge.{/starterPrice}',
        ],
        ['Further acts', 'The assignor signs what registers ask for, at the cost of the assignee.'],
        lawClause,
      ]),
    },
  ],
  requestTypes: [
    {
      title: 'Clear a name',
      help: 'Before a name is used: what it is for, and where.',
      matterType: 'Intellectual property',
      answerWithinDays: 5,
    },
  ],
}
