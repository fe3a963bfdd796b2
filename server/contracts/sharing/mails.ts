// The mails about documents that are sent to the other side.
import { defineMail, linkPlaceholder } from '../../platform/mail/mail-kind.ts'

const name = { label: 'name of the recipient', sample: 'Nils Lindqvist' }

/** Somebody of the other side is sent a document. */
export const documentShared = defineMail({
  name: 'documentShared',
  label: 'Document for the other side',
  when: 'A version of a document is sent to somebody of the other side, or sent again.',
  subject: 'A document for you: {{contract}}',
  body: `Hello {{name}},

{{sender}} sends you a document: "{{contract}}".

{{message}}

Read it here until the end of {{expires}}:

{{link}}

This address is for you alone. Do not forward it.`,
  placeholders: {
    name,
    contract: { label: 'name of the contract', sample: 'Supply agreement' },
    sender: { label: 'who sends it, and of which organisation', sample: 'Ben Okafor of Harbour Foods' },
    expires: { label: 'the last day', sample: '31 March 2026' },
    message: { label: 'message of the sender', sample: 'Our changes are in clause 4.' },
    link: linkPlaceholder('the page with the document', 'https://legal.example/#/share/1-sample'),
  },
})

/** The code with which the recipient proves that the mail address is theirs. */
export const sharingCode = defineMail({
  name: 'sharingCode',
  label: 'Code for a document',
  when: 'Somebody of the other side opens the page of a document that they were sent.',
  subject: 'Your code for the document: {{code}}',
  body: `Hello {{name}},

Your code is {{code}}. It is valid for ten minutes.

If you did not ask for it, do nothing.`,
  placeholders: { name, code: { label: 'the code', sample: '123456', required: true } },
})

/** The mails, for the list of all. */
export const sharingMails = [documentShared, sharingCode]
