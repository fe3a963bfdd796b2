// Texts of an organisation's own document reader.
import { counted } from '../../../lib/counted.ts'
import type { DocumentFacts } from './document-facts.ts'

type Reading = NonNullable<DocumentFacts['reading']>

/** What is said about the service that reads documents beside the rules. */
export const readingTexts = {
  title: 'Document reading',
  lead: 'What a contract says is read by rules of the product. A service of your own can read it as well.',
  rules: 'Rules',
  rulesText:
    'Always on. They read the text of a document inside this installation, and propose what they find with its passage. Nothing is recorded until somebody accepts it.',
  service: 'Service of your own',
  serviceText:
    'Off until you set one. On What the document says, people who may record facts can then send it the text of a document, and see what it proposes beside the rules. It gets the text and nothing else; the history keeps who sent what.',
  url: 'Address',
  urlHint: 'It begins with https://. The service reads a sample before it is used.',
  inUse: (when: string) => `In use. Tested on ${when}.`,
  secret: 'Token',
  secretHint: 'Sent as a bearer token, if the service wants one. Stored encrypted.',
  secretKept: 'The one that was given stays, unless you enter another.',
  mayLeave: 'The text of documents may leave this installation for this address',
  mayLeaveMissing: 'Confirm that it may.',
  test: 'Test and use',
  tested: (facts: number) =>
    `The service read ${counted(facts, 'fact')} in the sample. It is used from now on.`,
  remove: 'Read by rules alone',
  removed: 'Documents are read by rules alone from now on.',
  notAsked: (host: string) => `${host} has not read this version.`,
  ask: (host: string) => `Send the text to ${host}`,
  askAgain: (host: string) => `Send it to ${host} again`,
  stateOf: ({ host, state, reason, leftOut }: Reading) => {
    if (state === 'Reading') return `${host} is reading…`
    if (state === 'Failed') return `${host} could not read it: ${reason ?? ''}.`
    if (leftOut === 0) return `${host} has read this version.`
    return `${host} has read this version. ${counted(leftOut, 'fact')} without a passage in the document left out.`
  },
} as const
