// All texts of the key dates on the page of a contract.
const units: Readonly<Record<string, string>> = {
  Days: 'days',
  Weeks: 'weeks',
  Months: 'months',
  Years: 'years',
}
const unit: Readonly<Record<string, string>> = { Days: 'day', Weeks: 'week', Months: 'month', Years: 'year' }

/** A length of time: 1 month, 2 years. */
export const periodText = ({
  amount,
  unit: of,
}: {
  readonly amount: number
  readonly unit: string
}): string => `${amount} ${(amount === 1 ? unit : units)[of] ?? of}`

/** The words of the key dates of a contract. */
export const keyDateTexts = {
  label: 'Key dates of this contract',
  none: 'No key dates yet',
  noneLead: 'Add the dates that matter: renewals, notices, payments. The people responsible are reminded.',
  notLoaded: 'The key dates could not be loaded',
  add: 'Add a key date',
  edit: 'Edit key date',
  name: 'Name',
  date: 'Date',
  category: 'Kind',
  value: 'Amount',
  owner: 'Responsible',
  ownerHint: 'The owner of the contract, unless you choose someone else.',
  repeats: 'Repeats',
  never: 'Never',
  done: 'Done',
  tick: (name: string) => `Done: ${name}`,
  markedDone: (name: string) => `“${name}” is done`,
  markedOpen: (name: string) => `“${name}” is open again`,
  moved: (name: string) => `“${name}” is done and moves to its next day`,
  added: (name: string) => `Key date “${name}” added`,
  saved: (name: string) => `Key date “${name}” saved`,
  removed: (name: string) => `Key date “${name}” deleted`,
  remove: 'Delete',
  menu: (name: string) => `More for “${name}”`,
  save: 'Save',
  cancel: 'Cancel',
  late: 'Late',
  expiryTick: 'Expiry: passes by itself',
  expiryAbout:
    'The end of the contract, changed in its details. Its owner is reminded 30 days before and on the day.',
  reminded: (days: string) => `Reminders ${days} days before`,
  notice: 'Notice period',
  noticeNone: 'No notice period',
  noticeLead: 'How long before the end of the contract notice must be given.',
  noticeUntil: (day: string) => `Notice by ${day}`,
  noticeSet: 'Notice period saved',
  noticeRemoved: 'Notice period removed',
  periodAmount: 'Length',
  periodUnit: 'Unit',
  noticeEdit: 'Set notice period',
  noticeRemove: 'Remove',
  units,
  categories: {
    Start: 'Start',
    Renewal: 'Renewal',
    Notice: 'Notice',
    Expiry: 'Expiry',
    Payment: 'Payment',
    Review: 'Review',
    Obligation: 'Obligation',
    Other: 'Other',
  } as Readonly<Record<string, string>>,
} as const

/** The words of the renewal of a contract. */
export const renewalTexts = {
  title: 'Renewal',
  notLoaded: 'The renewal could not be loaded',
  ends: 'Ends',
  noExpiry: 'It has no expiry',
  notice: 'Notice by',
  term: 'Renewed for',
  noTerm: 'Not set',
  setTerm: 'Set',
  changeTerm: 'Change',
  termTitle: 'How long is it renewed for?',
  termLead: 'Nothing is renewed by itself: somebody decides, and the expiry then moves by this.',
  termSet: 'Term of renewal saved',
  termRemoved: 'Term of renewal removed',
  remove: 'Remove',
  save: 'Save',
  renew: 'Renew',
  renegotiate: 'Renegotiate',
  end: 'Let it end',
  renewTitle: 'Renew this contract?',
  renewLead: (day: string) => `It then ends on ${day}. Notice and renewal dates move with it.`,
  renewLeadOpen: 'Its expiry moves by this. Notice and renewal dates move with it.',
  renegotiateTitle: 'Renegotiate this contract?',
  renegotiateLead: (day: string) =>
    `A new draft is made with its document, people and fields, without its dates. This contract still ends on ${day}.`,
  endTitle: 'Let this contract end?',
  endLead: (day: string) =>
    `It ends on ${day}. A letter that gives notice is put among its files, for you to check, sign and send.`,
  reason: 'Reason',
  reasonHint: 'Optional. It stands in the letter and in the history.',
  renewed: 'The contract is renewed',
  renegotiating: 'A new draft was made',
  ending: 'The letter of notice is among the files',
  cancel: 'Cancel',
  decided: {
    Renew: (until: string) => `Renewed until ${until}`,
    Renegotiate: 'Being renegotiated',
    End: 'Ends, with notice',
  },
  decidedBy: (name: string, day: string) => `${name}, ${day}`,
  withdrawn: 'withdrawn',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this decision?',
  withdrawLead:
    'Expiry and key dates go back to what they were. A draft and a letter stay: delete them if you do not need them.',
  withdrawDone: 'The decision is withdrawn',
  earlier: 'What was decided',
  replaces: 'Replaces',
} as const
