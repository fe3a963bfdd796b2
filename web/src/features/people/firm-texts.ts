// The texts of the pages of law firms.
import { counted } from '../../lib/counted.ts'
import { state, type States } from '../../lib/states.ts'
import { capitalised } from '../../lib/words.ts'
import type { Person } from './people.ts'

export const personStates: States<NonNullable<Person['status']>> = {
  Active: state('Active', 'good'),
  Invited: state('Invited', 'waiting'),
  Pending: state('Invited', 'waiting'),
  LockedOut: state('Locked out', 'wrong'),
  Disabled: state('Left', 'draft'),
}

export const firmTexts = {
  title: 'Law firms',
  lead: 'The law firms that work for your organisation, their people and the terms of engagement.',
  find: 'Find a law firm by name',
  found: (count: number) => counted(count, 'law firm', 'law firms'),
  more: 'Show more',
  people: (active: number, invited: number, left: number) =>
    [
      counted(active, 'person', 'people'),
      ...(invited > 0 ? [`${invited} invited`] : []),
      ...(left > 0 ? [`${left} left`] : []),
    ].join(', '),
  linked: (day: string) => `connected since ${day}`,
  termsUntil: (day: string) => `terms until ${day}`,
  termsEnded: (day: string) => `terms ended on ${day}`,
  noTerms: 'no terms recorded',
  connect: 'Connect a firm that is already here…',
  connectTitle: 'Connect a law firm',
  connectLead:
    'For a firm that already uses Chancery. One of its administrators gets a mail and can accept within 30 days.',
  connectEmail: 'Email address of an administrator of the firm',
  connectSend: 'Send the offer',
  offered: (email: string) => `The offer was sent to ${email}.`,
  offers: 'Open offers',
  offerSent: (email: string, day: string) => `Sent to ${email}, valid until ${day}`,
  offerReceived: (day: string) => `Sent to you, valid until ${day}`,
  accept: 'Accept',
  accepted: 'You are connected now.',
  decline: 'Decline',
  declined: 'The offer was declined.',
  withdraw: 'Withdraw',
  withdrawn: 'The offer was withdrawn.',
  acceptOf: (name: string) => `Accept the offer of ${name}`,
  endOf: (what: string, name: string) => `${what} the offer: ${name}`,
  back: 'All law firms',
  terms: 'Country and terms of engagement',
  country: 'Country',
  countryHint:
    'Two letters, such as GB. Lines of its LEDES files get your tax codes of this country; without one, of the country that the file says.',
  agreed: 'Agreed on',
  ends: 'Ends on',
  document: 'Link to the agreement',
  documentHint: 'A web address, for example in your document management system.',
  notes: 'Notes',
  notesHint: 'Rates, discounts, billing contacts and anything else that was agreed.',
  save: 'Save',
  saved: 'Saved.',
  peopleOf: 'People',
  peopleNone: 'Nobody of this firm has been invited yet.',
  invitation: 'Invitation of the first person',
  records: (many: string) => `${capitalised(many)} they work on`,
  recordsNone: (many: string) => `No ${many} that you can see.`,
  recordsAll: (count: string, many: string) => `Show all ${count} ${many}`,
  recordsLead: 'Only what you may see yourself.',
  end: 'End the connection…',
  endTitle: (name: string) => `End the connection with ${name}?`,
  endConfirm: 'End the connection',
  endLead:
    'People of the firm can no longer be added to your matters and contracts. They stay on those that they are on until you remove them. The terms are kept.',
  ended: (name: string) => `The connection with ${name} has ended.`,
} as const
