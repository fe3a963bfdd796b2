// The texts of the pages of people.
import { counted } from '../../lib/counted.ts'
import { kindNames } from '../../lib/kinds.ts'
import { state, type States } from '../../lib/states.ts'
import type { FirmInvitation, HoldingKind } from './people.ts'

export const invitationStates: States<FirmInvitation['status'] | 'NotSent'> = {
  NotSent: state('Not sent yet', 'draft'),
  Sent: state('Sent', 'waiting'),
  Expired: state('Expired', 'wrong'),
  Accepted: state('Accepted', 'good'),
  Withdrawn: state('Withdrawn', 'draft'),
}

const records = Object.fromEntries(
  kindNames.flatMap(({ type, many }) => [
    [`${type}Owner`, `Owner of ${many}`],
    [`${type}Manager`, `Manager of ${many}`],
  ]),
)

/** What somebody holds, by kind. */
export const holdingLabels = {
  ...records,
  Task: 'Open tasks',
  Approval: 'Approvals that wait',
  KeyDate: 'Key dates not done',
  View: 'Saved views',
  Clause: 'Clauses of the library',
} as Readonly<Record<HoldingKind, string>>

export const texts = {
  title: 'People',
  lead: 'Invitations, and handing over the work of someone who leaves or is away.',
  firms: 'First person of each law firm',
  firmsNone:
    'No law firm was invited from this page. Those that work for you are under “Law firms, their people and terms”.',
  allFirms: 'Law firms, their people and terms',
  addFirm: 'Add a law firm…',
  addFirmTitle: 'Add a law firm',
  addFirmConfirm: 'Add and invite',
  firmName: 'Name of the firm',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email address',
  emailHint: 'They get the invitation, and then invite their colleagues themselves.',
  firmsLead: 'Once someone of a firm has joined, the firm invites its own people.',
  invited: 'Invited to your organisation',
  invitedNone: 'No invitation is open.',
  invitePeople: 'Invite people…',
  sentOn: (when: string) => `Sent ${when}`,
  until: (when: string) => `valid until ${when}`,
  expiredOn: (when: string) => `expired ${when}`,
  sendFirst: 'Send',
  sendFirstTo: (who: string) => `Send the invitation to ${who}`,
  sendUnsent: (count: number) =>
    count === 1
      ? 'Send to the one who has none yet'
      : `Send to all ${count.toLocaleString('en')} who have none yet`,
  sending: (done: number, of: number) => `${done.toLocaleString('en')} of ${of.toLocaleString('en')} sent`,
  sentToAll: (count: number) => `${counted(count, 'invitation was', 'invitations were')} sent.`,
  notSentTo: (count: number) => `${counted(count, 'invitation was', 'invitations were')} not sent`,
  send: 'Send again',
  sendTo: (who: string) => `Send the invitation of ${who} again`,
  sent: (email: string) => `The invitation was sent to ${email}.`,
  correct: 'Change the address',
  correctOf: (who: string) => `Change the address of ${who}`,
  correctLead: (email: string) =>
    `The invitation goes to the new address. The link that was sent to ${email} stops working.`,
  correctConfirm: 'Change and send',
  withdraw: 'Withdraw',
  withdrawOf: (who: string) => `Withdraw the invitation of ${who}`,
  withdrawTitle: 'Withdraw the invitation?',
  withdrawLead: (email: string) =>
    `The link that was sent to ${email} stops working. You can invite them again.`,
  withdrawn: 'The invitation was withdrawn.',
  resetFactor: 'Reset second factor…',
  resetFactorTitle: (name: string) => `Reset the second factor of ${name}?`,
  resetFactorLead:
    'Only when you are sure that it is them who asks. Their authenticator app, passkeys and recovery codes are removed, they are signed out everywhere and get a mail. They sign in with their password then, and set up a new second factor if one is demanded.',
  resetFactorConfirm: 'Reset',
  resetFactorDone: (name: string) => `The second factor of ${name} was reset.`,
  endSessions: 'Sign out everywhere…',
  endSessionsTitle: (name: string) => `Sign ${name} out everywhere?`,
  endSessionsLead:
    'For a lost computer, or when somebody else may be acting as them. They are signed out of every browser at once and get a mail. Their password and second factor stay: they can sign in again.',
  endIntegrations: 'Also end their integrations',
  endIntegrationsHint:
    'Applications and calendar programs that act for them lose their access until they allow it again.',
  endSessionsConfirm: 'Sign out',
  endSessionsDone: (name: string) => `${name} was signed out everywhere.`,
  disabled: 'Disabled',
  disabledHint: 'They cannot sign in. What they are responsible for can still be handed over.',
  sees: 'What they can see',
  seesOf: (many: string, visible: string, total: string) => `${visible} of ${total} ${many}`,
  seesWhy: 'Under “People” on a matter or contract, “Who can see this?” says why.',
  holds: 'What they are responsible for',
  holdsLead: 'Nothing has happened yet: choose what to hand over, and to whom.',
  holdsNone: 'They are not responsible for anything that is open.',
  hidden: (type: string, id: number) => `${type} ${id}, which you cannot see`,
  more: 'There is more: it is handed over as well if you choose a whole kind.',
  showEach: 'Choose one by one',
  to: 'Hand over to',
  until1: 'Until',
  untilHint:
    'For a leave: after this day everything goes back, and until then they decide on approvals as a delegate. Leave it empty to hand over for good.',
  reason: 'Reason',
  reasonHint:
    'You take it over yourself: the person is notified of this, and what is on restricted records that you are not on stays.',
  standIn: 'Delegate while they are away',
  standInHint:
    'The last day of the leave: until then the delegate decides on approvals that they are asked for.',
  nameStandIn: 'Name the delegate',
  standsIn: (who: string) => `${who} decides on their approvals meanwhile.`,
  handedOver: (count: number, who: string) =>
    count === 1 ? `1 item was handed over to ${who}.` : `${count} items were handed over to ${who}.`,
  left: 'These stay where they are',
  away: 'Handed over, and can be given back',
  awayLine: (who: string, count: number, day: string) =>
    count === 0
      ? `${who} decides on their approvals until ${day}`
      : `${counted(count, 'item', 'items')} with ${who} until ${day}`,
  goneLine: (who: string, count: number, when: string) =>
    `${counted(count, 'item', 'items')} given to ${who} for good; can be taken back until ${when}`,
  takeBack: 'Take back',
  takenBack: 'What they still had is back. Approvals that wait stay with them.',
  end: (count: number) => (count === 0 ? 'End now' : 'Give back now'),
  ended: 'Everything that was still there has been given back.',
  disable: 'Disable',
  disableTitle: (name: string) => `Disable ${name}?`,
  disableLead:
    'They are signed out everywhere at once, and their integrations stop. What they are still responsible for stays in their name.',
  acting: 'What acts for them without them',
  fates: {
    Ends: 'Ends now:',
    Pauses: 'Does nothing while they are disabled:',
    Kept: 'Goes on, and is looked after by you:',
  },
  actingHidden: 'on a restricted record',
  keepTokens: 'Keep their provisioning tokens',
  keepTokensHint:
    'The identity provider goes on without interruption. They may still know the tokens: make new ones soon.',
  stillHolds: (count: number) =>
    `They are still responsible for ${counted(count, 'item')}. Close this and hand over first what someone is to look after.`,
  successor: 'Who gets what no one else can open',
  successorNeeded: 'Choose who gets what no one else can open.',
  disabledNow: (name: string) => `${name} is disabled.`,
  enable: 'Enable',
  enabledNow: (name: string) => `${name} can sign in again.`,
} as const

export const actingLabels = {
  ProvisioningToken: 'Provisioning tokens',
  IntegrationGrant: 'Integrations that they have allowed',
  CalendarAddress: 'Calendar addresses',
  ImportBucket: 'Imports from a bucket',
  WebhookSubscription: 'Webhooks',
  IntegrationClient: 'Integration clients',
  MailedReport: 'Reports mailed to colleagues',
  DocumentShare: 'Documents with the other side',
  SigningService: 'Signing services',
  DocumentReader: 'Service that reads documents',
} as const
