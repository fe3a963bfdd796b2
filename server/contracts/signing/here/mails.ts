// The mails about signing here.
import { defineMail, linkPlaceholder } from '../../../platform/mail/mail-kind.ts'

const name = { label: 'name of the signer', sample: 'Ana Prior' }
const contract = { label: 'name of the contract', sample: 'Supply agreement' }
const sender = { label: 'who asks, and of which organisation', sample: 'Ben Okafor of Harbour Foods' }

/** Somebody is asked to sign. */
export const signatureAsked = defineMail({
  name: 'signatureAsked',
  label: 'Request to sign',
  when: 'A contract is sent for signature, it is the turn of a signer, or a reminder is sent.',
  subject: 'Please sign: {{contract}}',
  body: `Hello {{name}},

{{sender}} asks you to sign "{{contract}}" by {{expires}}.

{{message}}

Read and sign it here:

{{link}}

This address is for you alone. Do not forward it.`,
  placeholders: {
    name,
    contract,
    sender,
    expires: { label: 'the last day', sample: '31 March 2026' },
    message: { label: 'message of the sender', sample: 'As agreed on Monday.' },
    link: linkPlaceholder('the page on which it is signed', 'https://legal.example/#/sign/1-sample'),
  },
})

/** The code with which a signer proves that the mail address is theirs. */
export const signingCode = defineMail({
  name: 'signingCode',
  label: 'Code for signing',
  when: 'A signer opens the page on which they sign.',
  subject: 'Your code for signing: {{code}}',
  body: `Hello {{name}},

Your code is {{code}}. It is valid for ten minutes.

If you did not ask for it, do nothing.`,
  placeholders: { name, code: { label: 'the code', sample: '123456', required: true } },
})

/** Everybody has signed. */
export const signatureDone = defineMail({
  name: 'signatureDone',
  label: 'Signed by everybody',
  when: 'Everybody has signed a contract.',
  subject: 'Signed: {{contract}}',
  body: `Hello {{name}},

Everybody has signed "{{contract}}". Download the signed document here within 30 days:

{{link}}

Anybody can check that it is complete and unchanged: {{check}}`,
  placeholders: {
    name,
    contract,
    link: linkPlaceholder('the page with the document', 'https://legal.example/#/sign/1-sample'),
    check: { label: 'the page on which seals are checked', sample: 'https://legal.example/#/check-seal' },
  },
})

/** The mails, for the list of all. */
export const signingMails = [signatureAsked, signingCode, signatureDone]
