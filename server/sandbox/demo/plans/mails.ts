// The demo's mail, as data: threads of people's mail clients, private or tracked, and drafts that wait for their mail.
import type { MailClient } from '../../../emails/thread.ts'

interface DemoMail {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** UTC. */
  readonly sent: string
  readonly text: string
}

/**
 * A thread of one person, filed where it says: a matter by external id, with or without one of its files, or a
 * contract.
 */
interface DemoThread {
  readonly by: string
  readonly client: MailClient
  readonly identifier: string
  readonly track: boolean
  readonly matter?: string
  readonly file?: string
  readonly contract?: string
  readonly mails: readonly DemoMail[]
}

const priya = 'Priya Raman <counsel@harbour.example>'
const hugo = 'Hugo Ashfield <partner@ashfield.example>'
const daniel = 'Daniel Okafor <daniel.okafor@harbour.example>'
const claims = 'Claims <claims@lindqvist-shipping.example>'

const letter: DemoMail = {
  id: '<20260504-0812-letter@ashfield.example>',
  from: hugo,
  to: [daniel, priya],
  subject: 'Lindqvist: letter before claim',
  sent: '2026-05-04T08:12:00Z',
  text: 'Daniel, Priya,\n\nthe letter went out this morning by courier and by mail. They have fourteen days to answer.\n\nHugo',
}

const answer: DemoMail = {
  id: '<20260511-answer-4471@lindqvist-shipping.example>',
  from: claims,
  to: [hugo, daniel],
  subject: 'Re: Lindqvist: letter before claim',
  sent: '2026-05-11T15:40:00Z',
  text: 'Dear Sirs,\n\nwe have passed your letter to our insurers and will revert.\n\nClaims, Lindqvist Shipping AB',
}

export const threads: readonly DemoThread[] = [
  {
    by: 'daniel.okafor@harbour.example',
    client: 'Outlook',
    identifier: 'AAQkADM4LINDQVIST-CLAIM=',
    track: true,
    matter: 'DEMO-M4',
    mails: [letter, answer],
  },
  {
    by: 'partner@ashfield.example',
    client: 'Gmail',
    identifier: '18f4c1a9d0e7b3c2',
    track: true,
    matter: 'DEMO-M4',
    mails: [letter, answer],
  },
  {
    by: 'partner@ashfield.example',
    client: 'Gmail',
    identifier: '18f4c2b1aa40c871',
    track: true,
    matter: 'DEMO-M2',
    file: 'Terms of engagement ASH-2026.pdf',
    mails: [
      {
        id: '<20260420-terms@ashfield.example>',
        from: hugo,
        to: [priya],
        subject: 'Terms of engagement for the joint venture',
        sent: '2026-04-20T21:05:00Z',
        text: 'Priya,\n\nour terms for 2026, as discussed. Please file them with the matter.\n\nHugo',
      },
    ],
  },
  {
    by: 'counsel@harbour.example',
    client: 'Outlook',
    identifier: 'AAQkADM4LINDQVIST-NDA=',
    track: true,
    contract: 'DEMO-1',
    mails: [
      {
        id: '<20260114-nda@lindqvist-shipping.example>',
        from: 'Elin Berg <elin.berg@lindqvist-shipping.example>',
        to: [priya],
        subject: 'NDA, two comments',
        sent: '2026-01-14T09:30:00Z',
        text: 'Hello Priya,\n\nthree years instead of five, and Swedish law for what happens in Sweden.\n\nElin',
      },
    ],
  },
  {
    by: 'counsel@harbour.example',
    client: 'Outlook',
    identifier: 'AAQkADM4LUNCH=',
    track: false,
    mails: [
      {
        id: '<20260506-lunch@harbour.example>',
        from: 'Morgan Hale <admin@harbour.example>',
        to: [priya],
        subject: 'Lunch on Thursday?',
        sent: '2026-05-06T00:10:00Z',
        text: 'At the usual place?',
      },
    ],
  },
]

/** What is to become of mails: the first is in its thread already, the second has not come yet. */
export const drafts = [
  {
    by: 'daniel.okafor@harbour.example',
    matter: 'DEMO-M4',
    mode: 'File',
    sourceId: answer.id,
    expectedFrom: 'claims@lindqvist-shipping.example',
    recipients: [],
  },
  {
    by: 'counsel@harbour.example',
    matter: 'DEMO-M2',
    mode: 'Message',
    sourceId: '<heads-of-terms@tasman-foods.example>',
    expectedFrom: 'legal@tasman-foods.example',
    recipients: ['partner@ashfield.example', 'requester@harbour.example'],
  },
] as const
