// What the page of a document that was sent to the other side says.

export const shareTexts = {
  title: 'A document for you',
  sent: (organisation: string) => `${organisation} has sent you a document.`,
  notThere:
    'This address opens nothing. It may have expired, been withdrawn, or been replaced by a later mail.',
  from: (sender: string) => `Sent by ${sender}`,
  lastDay: (day: string) => `You can open it until the end of ${day}.`,
  document: 'Document',
  loading: 'Loading the document…',
  download: 'Download',
  noPreview: 'This kind of document is not shown here. Download it to read it.',
  answer: 'Your answer',
  version: 'Your version',
  versionLead: (name: string) =>
    `Send back your version of ${name}. The sender gets it beside theirs and decides whether to accept it.`,
  closed: 'The document is being signed or was signed: no version can be sent back any more.',
  choose: 'Choose a file…',
  send: 'Send it back',
  sentBack: 'Your version has arrived.',
  comment: 'Comment',
  commentHint: 'The sender and their colleagues on the contract read it.',
  write: 'Send the comment',
  written: 'Your comment has arrived.',
  history: 'What you have sent',
  returned: (name: string) => `Version: ${name}`,
}
