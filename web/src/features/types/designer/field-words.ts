// What fields can be, in the words of lawyers.

interface TypeChoice {
  readonly value: string
  readonly label: string
  /** Whether its choices are written down with it. */
  readonly options?: true
  /** Whether it has limits; `needed` of a scale. */
  readonly range?: 'possible' | 'needed'
}

/** The types that an administrator chooses from for a field of their own, in the order of their use. */
export const fieldTypeChoices: readonly TypeChoice[] = [
  { value: 'ShortText', label: 'Short text' },
  { value: 'LongText', label: 'Long text' },
  { value: 'Dropdown', label: 'One choice of a list', options: true },
  { value: 'RadioGroup', label: 'One choice, all shown', options: true },
  { value: 'CheckboxList', label: 'Several choices', options: true },
  { value: 'Checkbox', label: 'Yes or no' },
  { value: 'Date', label: 'Date' },
  { value: 'Currency', label: 'Amount of money', range: 'possible' },
  { value: 'Decimal', label: 'Number', range: 'possible' },
  { value: 'Slider', label: 'Number on a scale', range: 'needed' },
  { value: 'User', label: 'Person' },
  { value: 'Lookup', label: 'Long list that is searched', options: true },
  { value: 'Department', label: 'Department' },
  { value: 'Region', label: 'Region' },
  { value: 'ContractEntity', label: 'Contract party' },
  { value: 'SectionHeader', label: 'Heading' },
]

const others: Readonly<Record<string, string>> = {
  BillingMethod: 'Billing method',
  BillingIntention: 'Billing intention',
  Priority: 'Priority',
  ConflictCheck: 'Conflict check',
  ContractOwner: 'Owner of the contract',
  Restricted: 'Restricted',
  List: 'List of choices',
  InvoiceRecipient: 'Invoice recipient',
}

/** The type of a field as people read it. */
export const fieldTypeLabel = (type: string): string =>
  fieldTypeChoices.find(({ value }) => value === type)?.label ?? others[type] ?? type

interface Meaning {
  readonly value: string
  readonly label: string
  readonly types: readonly string[]
}

/** What the value of a field may mean for the record. */
export const meaningChoices: readonly Meaning[] = [
  { value: 'OtherParty', label: 'The counterparty', types: ['ShortText', 'ContractEntity'] },
  { value: 'EffectiveDate', label: 'The start', types: ['Date'] },
  { value: 'Expiry', label: 'The expiry', types: ['Date'] },
  { value: 'RenewalDate', label: 'The renewal date', types: ['Date'] },
  { value: 'ReviewDate', label: 'The review date', types: ['Date'] },
  { value: 'Value', label: 'The value', types: ['Currency', 'Decimal', 'Slider'] },
  { value: 'NoticeMonths', label: 'The notice period in months', types: ['Decimal', 'Slider'] },
  { value: 'NoticeDays', label: 'The notice period in days', types: ['Decimal', 'Slider'] },
]
