// All texts of the page of a contract that other records do not have.

/** The words of the page of a contract. */
export const contractTexts = {
  tabs: { document: 'Document', approvals: 'Approvals', dates: 'Key dates' },
  expiry: 'Expiry',
  binder: 'Binder and record sheet…',
  keyFacts: 'Key facts',
  noDocument: 'This contract has no document.',
  next: 'Next date',
  nextDate: (name: string, when: string) => `${name}, ${when}`,
} as const

/** What comes next for a contract. */
export const nextStepTexts = {
  executed: 'In force. What was agreed is changed by an amendment.',
  amend: 'Make an amendment',
  ask: 'Ask for approval',
  nobodyAsked: 'No one has been asked to approve it yet.',
  startSigning: 'Start signing',
  outForSignature: 'Out for signature',
  approved: 'Everyone has approved it.',
  approvedMove: 'Everyone has approved it. Move it to Signing when it goes out for signature.',
  see: 'See the approval',
  declined: (who: string, why: string) => `${who} declined to approve it${why === '' ? '.' : `: ${why}`}`,
  changed: (what: string, isOne: boolean) =>
    `${what} ${isOne ? 'has' : 'have'} changed since the approvers were asked. They have to confirm their decisions, or are asked again.`,
  by: (day: string) => ` by ${day}`,
  askedYou: (who: string, version: number, by: string, note: string) =>
    `${who} asks you to approve version ${version}${by}.${note === '' ? '' : `\n“${note}”`}`,
  askedForAnother: (who: string, by: string) => `You decide for ${who}${by}: their approval is needed.`,
  waiting: (who: string, by: string) => `Waiting for the approval of ${who}${by}.`,
  signing: 'Send it for signature, or upload the signed copy and record who signed it once everyone has.',
  uploadSigned: 'Upload the signed copy',
  signedCopy: 'Signed copy',
} as const
