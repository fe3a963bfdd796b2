// The fields that every legal department starts with, and the core forms they are on.
import type { NewField } from './commands/create-field.ts'

/** A built-in field with the core forms it is placed on. */
export type BuiltInField = Omit<NewField, 'organisationId' | 'category' | 'apiName'> & {
  readonly apiName: string
  readonly on: readonly ('ContractCore' | 'MatterCore')[]
}

const choices = (...labels: readonly string[]) => labels.map((label) => ({ label }))
const both = ['ContractCore', 'MatterCore'] as const

export const builtInFields: readonly BuiltInField[] = [
  {
    apiName: 'contractOwner',
    title: 'Contract owner',
    description: 'Who is responsible for the contract',
    type: 'ContractOwner',
    entityColumn: 'OwnerId',
    alwaysRequired: true,
    on: ['ContractCore'],
  },
  {
    apiName: 'restricted',
    title: 'Restricted',
    description: 'Seen by its members only',
    type: 'Restricted',
    entityColumn: 'Restricted',
    on: both,
  },
  {
    apiName: 'contractEntity',
    title: 'Contract entity',
    type: 'ContractEntity',
    meaning: 'OtherParty',
    on: ['ContractCore'],
  },
  {
    apiName: 'priority',
    title: 'Priority',
    type: 'Priority',
    options: choices('Low', 'Medium', 'High', 'Critical'),
    default: 'Medium',
    on: ['MatterCore'],
  },
  { apiName: 'department', title: 'Department', type: 'Department', on: both },
  { apiName: 'region', title: 'Region', type: 'Region', on: both },
  {
    apiName: 'conflictCheck',
    title: 'Conflict check done',
    description: 'Nobody who works on it acts for the other side',
    type: 'ConflictCheck',
    on: ['MatterCore'],
  },
  {
    apiName: 'billingMethod',
    title: 'Billing method',
    type: 'BillingMethod',
    options: choices('Hourly', 'Fixed fee', 'Capped fee', 'Contingency'),
    on: ['MatterCore'],
  },
  {
    apiName: 'billingIntention',
    title: 'Billing intention',
    type: 'BillingIntention',
    options: choices('Billable', 'Not billable', 'Pro bono'),
    on: ['MatterCore'],
  },
  { apiName: 'invoiceRecipient', title: 'Invoice recipient', type: 'InvoiceRecipient', on: ['MatterCore'] },
]
