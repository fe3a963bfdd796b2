// What the pages of people without an account say.

/** Of everybody who opens an address from a mail. */
export const codeTexts = {
  codeLead: (email: string) =>
    `To open it, confirm that ${email} is your address: we will send a code there.`,
  sendCode: 'Send me a code',
  codeSent: 'The code is on its way. It is valid for ten minutes.',
  code: 'Code',
  openDocument: 'Open the document',
  anotherCode: 'Send another code',
}

export const signTexts = {
  title: 'Sign a document',
  asks: (sender: string, organisation: string) => `${sender} of ${organisation} asks you to sign a document.`,
  lastDay: (day: string) => `You can sign it until the end of ${day}.`,
  notThere: 'This address opens nothing. It may have been replaced by a later mail.',
  document: 'Document',
  pages: 'Pages of the document',
  loading: 'Loading the document…',
  madeFixed:
    'Before it was sent to you, this document was made fixed, so that it looks the same to everybody. Until then it had:',
  readFirst: 'Read the document to its end to sign it.',
  readAll: 'You have seen the document to its end.',
  toEnd: 'Go to the last page',
  capacity: (name: string, title: string | null, party: string | null) =>
    `You sign as ${[name, title].filter((part) => part !== null).join(', ')}${party === null ? '' : `, for ${party}`}.`,
  yours: 'Your signature',
  type: 'Type',
  draw: 'Draw',
  typed: 'Your name',
  pad: 'Draw your signature here',
  clear: 'Clear',
  preview: 'How it will look',
  sign: 'Sign',
  declineOpen: 'Decline…',
  declineTitle: 'Decline to sign?',
  declineText: 'The request ends for everybody. The sender reads your reason.',
  handOverOpen: 'Somebody else signs…',
  handOverTitle: 'Who signs in your place?',
  handOverText:
    'They get a mail with an address of their own, and yours opens nothing any more. The sender is notified.',
  handOverName: 'Name',
  handOverEmail: 'Email address',
  handOverReasonHint: 'Such as: I am not authorised to sign.',
  handOverDo: 'Hand over',
  reason: 'Reason',
  reasonHint: 'Such as the clause that you do not agree to.',
  declineDo: 'Decline',
  signedTitle: 'You have signed',
  signedText: 'When everybody has signed, you get a mail with the address of the signed document.',
  handedOverTitle: 'Somebody else signs in your place',
  handedOverText: 'They have a mail with their address. You can close this page.',
  goneTitle: 'You have not signed',
  goneText:
    'This address opens nothing any more: somebody else was asked in your place, or a later mail has another address.',
  declinedTitle: 'You have declined to sign',
  declinedText: 'The sender has your reason. You can close this page.',
  download: 'Download the document',
  readAgain: 'Read it again',
  completedTitle: 'A signed document',
  completed: (sender: string, organisation: string) =>
    `Everybody has signed the document that ${sender} of ${organisation} sent you.`,
  signedAlready: (sender: string, organisation: string) =>
    `You have signed the document that ${sender} of ${organisation} sent you. Others have not signed yet.`,
  kind: 'This is a simple or advanced electronic signature, not a qualified one.',
}
