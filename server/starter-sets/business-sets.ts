// The starter sets of everyday business: commercial and employment.
import { ask, basics, law, lawClause, parties, shared, start, value } from './shared-fields.ts'
import { agreement, choices, type StarterSet } from './starter-set.ts'

const largeValue = { name: 'Value above 50,000', field: 'starterValue', above: 50_000 } as const

export const commercial: StarterSet = {
  name: 'commercial',
  title: 'Commercial',
  description:
    'Confidentiality and services agreements from a template, supply contracts, their review, and approval of large values.',
  fields: [
    ...shared,
    value,
    {
      apiName: 'starterPurpose',
      title: 'Purpose',
      description: 'What the parties talk about.',
      type: 'LongText',
    },
    {
      apiName: 'starterServices',
      title: 'Services',
      description: 'What is done, by when.',
      type: 'LongText',
    },
    {
      apiName: 'starterOwnPaper',
      title: 'Whose document',
      type: 'RadioGroup',
      options: choices('Ours', 'Theirs'),
    },
  ],
  matterTypes: [
    {
      name: 'Commercial advice',
      description: 'Questions about deals, suppliers and customers.',
      form: ['starterOtherParty', 'starterValue', 'starterOwnPaper'],
      statusNames: {
        Draft: 'Asked',
        Scoping: 'Clarifying',
        Review: 'Under review',
        Active: 'Negotiating',
        OnHold: 'Waiting for the business',
        Complete: 'Advice given',
      },
    },
  ],
  contractTypes: [
    {
      name: 'Confidentiality agreement',
      description: 'Mutual, before anything is shared.',
      group: 'Commercial',
      category: 'Commercial',
      form: [...basics, ask('starterPurpose')],
      template: agreement('Mutual confidentiality agreement', parties, [
        ['Purpose', 'The parties share information about: {starterPurpose}'],
        [
          'Confidentiality',
          'Each party keeps confidential what the other shares for the purpose, uses it for the purpose only, and shows it only to people who need it for that and are bound as it is.',
          'That does not apply to what is public, was known before, or comes from somebody who may share it, nor to what the law requires to be disclosed.',
        ],
        ['Term', 'The duties of this agreement last for three years from its date.'],
        lawClause,
      ]),
    },
    {
      name: 'Services agreement',
      description: 'Work that is done for us, or by us.',
      group: 'Commercial',
      category: 'Purchasing',
      form: [...basics, ask('starterServices'), 'starterValue'],
      approvals: [largeValue],
      template: agreement('Services agreement', parties, [
        ['Services', 'The provider performs with reasonable skill and care: {starterServices}'],
        [
          'Price',
          '{#starterValue}The price in total is {starterValue}.{/starterValue}{^starterValue}The price is as agreed in writing.{/starterValue}',
        ],
        [
          'Liability',
          'Neither party is liable for indirect loss. Nothing limits liability that the law does not allow to be limited.',
        ],
        lawClause,
      ]),
    },
    {
      name: 'Supply agreement',
      description: 'Goods, on our terms or theirs.',
      group: 'Commercial',
      category: 'Purchasing',
      form: [ask('starterOtherParty'), 'starterStart', 'starterValue'],
      approvals: [largeValue],
    },
  ],
  requestTypes: [
    {
      title: 'Confidentiality agreement',
      help: 'Answer the questions, and the draft is there at once.',
      matterType: 'Commercial advice',
      contractType: 'Confidentiality agreement',
      answerWithinDays: 2,
    },
    {
      title: 'Review a contract',
      help: 'Attach the document of the other side, and say by when it should be signed.',
      matterType: 'Commercial advice',
      answerWithinDays: 5,
    },
  ],
}

export const employment: StarterSet = {
  name: 'employment',
  title: 'Employment',
  description: 'Hiring, grievances and dismissals, and the contract of employment from a template.',
  fields: [
    law,
    start,
    { apiName: 'starterEmployee', title: 'Employee', type: 'ShortText', meaning: 'OtherParty' },
    { apiName: 'starterPosition', title: 'Position', type: 'ShortText' },
    { apiName: 'starterSalary', title: 'Salary per year', type: 'Currency', meaning: 'Value', rangeStart: 0 },
    {
      apiName: 'starterEmployeeNumber',
      title: 'Number of employees concerned',
      type: 'Decimal',
      rangeStart: 1,
    },
    { apiName: 'starterUnion', title: 'A union or works council is involved', type: 'Checkbox' },
    { apiName: 'starterUnionName', title: 'Which one', type: 'ShortText' },
  ],
  matterTypes: [
    {
      name: 'Employment',
      description: 'Everything about the people who work here.',
      below: ['Hiring', 'Grievance', 'Dismissal'],
      form: [
        'starterEmployee',
        'starterEmployeeNumber',
        'starterUnion',
        {
          field: 'starterUnionName',
          required: true,
          when: { field: 'starterUnion', operator: 'eq', value: 'true' },
        },
      ],
      statusNames: {
        Draft: 'Raised',
        Scoping: 'Fact-finding',
        Review: 'Considering',
        Active: 'In progress',
        OnHold: 'Suspended',
        Complete: 'Resolved',
      },
    },
  ],
  contractTypes: [
    {
      name: 'Contract of employment',
      description: 'For somebody who joins.',
      group: 'Employment',
      category: 'Commercial',
      form: [
        ask('starterEmployee'),
        ask('starterStart'),
        ask('starterPosition'),
        ask('starterSalary'),
        ask('starterLaw'),
      ],
      template: agreement('Contract of employment', { party: 'starterEmployee', day: 'starterStart' }, [
        ['Position', 'The employee is employed as {starterPosition} from {starterStart}.'],
        ['Salary', 'The salary is {starterSalary} a year, before tax.'],
        [
          'Confidentiality',
          'The employee keeps confidential what they learn of the business of the employer, also after the employment.',
        ],
        lawClause,
      ]),
    },
  ],
  requestTypes: [
    {
      title: 'Question about an employee',
      help: 'Only the legal department and you will see it.',
      matterType: 'Employment',
      answerWithinDays: 3,
    },
  ],
}
