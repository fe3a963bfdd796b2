// What the pages of webhooks say.
import { state, type States } from '../../lib/states.ts'
import type { Attempt, DeliveryState, Subscription, Topic } from './webhooks.ts'

/** What a topic says, and when it is sent. */
export const topicTexts: Readonly<Record<Topic, string>> = {
  'matter.created': 'A matter was created.',
  'matter.updated': 'Properties of a matter changed. All changes of two minutes are one notification.',
  'matter.status.updated': 'The status of a matter changed.',
  'matter.statusmessage.created': 'A status message was posted on a matter.',
  'matter.file.created': 'A file was added to a matter.',
  'matter.file.updated': 'A file of a matter has a new version, name, place or description.',
  'matter.tag.created': 'A tag was put on a matter.',
  'contract.created': 'A contract was created. Its first document is part of that.',
  'contract.updated': 'Properties of a contract changed. All changes of two minutes are one notification.',
  'contract.status.updated': 'The status of a contract changed.',
  'contract.statusmessage.created': 'A status message was posted on a contract.',
  'contract.document.updated': 'The document of a contract has a new version.',
  'contract.file.created': 'A file was added to a contract, next to its document.',
  'contract.file.updated': 'A file of a contract has a new version, name, place or description.',
  'contract.keydate.created': 'A key date was added to a contract.',
  'contract.keydate.updated': 'A key date of a contract changed.',
  'contract.approval.requested': 'People are asked to approve a contract, for each step that comes up.',
  'contract.approval.decided': 'An approver approved or declined.',
  'contract.approval.delegated': 'An approver passed their decision on.',
  'contract.approval.ended': 'An approval is complete, declined or withdrawn.',
  'contract.signature.sent': 'A contract was sent for signature.',
  'contract.signature.viewed': 'A signer opened the document for the first time.',
  'contract.signature.signed': 'A signer signed.',
  'contract.signature.declined': 'A signer declined to sign, which ended the request.',
  'contract.signature.completed': 'Everybody has signed.',
  'contract.signature.expired': 'A request to sign expired.',
  'contract.signature.voided': 'A request to sign was voided.',
  'contract.document.shared': 'A document was sent to somebody of the other side.',
  'contract.document.opened': 'Somebody of the other side opened the document for the first time.',
  'contract.document.returned': 'Somebody of the other side returned a version.',
  'contract.document.withdrawn': 'A document was withdrawn from the other side.',
  'matter.invoice.export.created': 'An invoice was put into an export to finance.',
  'matter.invoice.export.acknowledged': 'The finance system has taken an export with the invoice.',
  'matter.invoice.export.withdrawn': 'An export with the invoice was withdrawn.',
  'matter.invoice.payment.recorded': 'A payment of an invoice was recorded.',
  'matter.invoice.payment.withdrawn': 'A payment of an invoice was taken back.',
  'user.break-glass.signed-in': 'Somebody signed in with the break-glass account. For administrators.',
  'user.factor.removed': 'Somebody removed a second factor of their own. For administrators.',
  'user.factors.reset': 'The second factor of somebody was removed. For administrators.',
  'sign-in-policy.updated': 'What is demanded at sign-in changed. For administrators.',
  'identity-provider.set': 'The operator set an identity provider. For administrators.',
  'identity-provider.enabled': 'An identity provider was turned on. For administrators.',
  'identity-provider.disabled': 'The identity provider was turned off. For administrators.',
  'identity-provider.removed': 'The operator removed the identity provider. For administrators.',
  'password-sign-in.set': 'Passwords were allowed or refused at sign-in. For administrators.',
  'provisioning-token.created': 'A token for provisioning people was made. For administrators.',
  'provisioning-token.ended': 'A token for provisioning people was ended. For administrators.',
}

/** The topics in the order in which they are offered. */
export const topicsInOrder = Object.keys(topicTexts) as readonly Topic[]

export const subscriptionStates: States<Subscription['status']> = {
  Active: state('Active', 'good'),
  Paused: state('Paused', 'waiting'),
  Disabled: state('Disabled', 'wrong'),
}

export const deliveryStates: States<DeliveryState> = {
  Pending: state('Pending', 'talking'),
  Held: state('Held', 'waiting'),
  Acknowledged: state('Acknowledged', 'good'),
  Abandoned: state('Abandoned', 'wrong'),
  Suppressed: state('Suppressed', 'draft'),
  Cancelled: state('Cancelled', 'draft'),
}

/** What a state means. */
export const stateTexts: Readonly<Record<DeliveryState, string>> = {
  Pending: 'It waits for its attempt, its next one, or the end of its two minutes.',
  Held: 'It became due while the subscription was paused, and is sent when it is resumed.',
  Acknowledged: 'The receiver answered with a status from 200 to 299 within five seconds.',
  Abandoned: 'The last attempt failed.',
  Suppressed: 'It was not sent, because the subscription is disabled.',
  Cancelled: 'It was not sent: you no longer have access to the record, or the subscription was deleted.',
}

export const attemptStates: States<Attempt['outcome']> = {
  Acknowledged: state('Acknowledged', 'good'),
  Failed: state('Failed', 'wrong'),
  Interrupted: state('Interrupted', 'draft'),
  UnderWay: state('Under way', 'talking'),
}

/** "1 notification", "3 notifications" */
export const notifications = (count: number): string =>
  count === 1 ? '1 notification' : `${count} notifications`
